import type { Components } from '../components/components.ts'
import type { ExportsOf } from '../core-provider/exported-elsewhere.ts'
import type { InMemory } from '../in-memory.ts'
import type { Folders } from '../project/folders.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { Settings } from '../settings/settings.ts'

export interface CatalogOptions {
  readonly settings: Settings
  readonly folders: Folders
  /** Absolute: where Slipway was called. */
  readonly cwd: string
  /** Reads what other instances export. */
  readonly exportsOf: ExportsOf
  /** Takes secrets out of what plugins say of their failures, those in their own settings too. */
  readonly redactor: Redactor
  /** Told about dubious settings. */
  readonly tell: (message: string) => void
  /** What components of plugins need; it takes time to load. */
  readonly components: () => Promise<Components>
  /** What this machine is called. */
  readonly machine: string
  /** Makes providers that take the place of plugins. */
  readonly inMemory?: InMemory['provider']
}
