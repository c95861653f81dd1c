import type { Observer } from '../events.ts'
import { leftOutText, type FolderTrust } from './folder-trust.ts'

interface OpenedProject {
  readonly trust: Pick<FolderTrust, 'folder' | 'leftOut'>
  readonly settings: { readonly ignored: readonly string[] }
}

/** Reports the settings that a project gives and may not give, such as a mirror of its own. */
export function tellIgnored({ settings }: Pick<OpenedProject, 'settings'>, observe: Observer): void {
  for (const message of settings.ignored) observe({ type: 'notice', message })
}

/** Reports what an operation leaves out: settings that a project may not give and, in one line, things that need trust. */
export function tellLeftOut({ trust, settings }: OpenedProject, observe: Observer): void {
  tellIgnored({ settings }, observe)
  if (trust.leftOut.length > 0) observe({ type: 'notice', message: leftOutText(trust) })
}
