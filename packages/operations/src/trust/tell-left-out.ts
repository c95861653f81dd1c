import type { Observer } from '../events.ts'
import { leftOutText, type FolderTrust } from './folder-trust.ts'

/** Says in one line what an operation does without, because the folder is not trusted. */
export function tellLeftOut(trust: Pick<FolderTrust, 'folder' | 'leftOut'>, observe: Observer): void {
  if (trust.leftOut.length > 0) observe({ type: 'notice', message: leftOutText(trust) })
}
