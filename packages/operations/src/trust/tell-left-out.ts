import type { Observer } from '../events.ts'
import { leftOutText, type FolderTrust } from './folder-trust.ts'

interface OpenedProject {
  readonly trust: Pick<FolderTrust, 'folder' | 'leftOut'>
  readonly settings: { readonly ignored: readonly string[] }
}

/** Reports what an operation leaves out: settings that a project may not give and, in one line, things that need trust. */
export function tellLeftOut({ trust, settings }: OpenedProject, observe: Observer): void {
  for (const message of settings.ignored) observe({ type: 'notice', message })
  if (trust.leftOut.length > 0) observe({ type: 'notice', message: leftOutText(trust) })
}
