import type { ChildSources, Ports } from '@slipway/engine'
import type { ProgramCatalog } from '@slipway/programs'
import type { CatalogPart } from '../catalog/catalog-part.ts'
import type { InstalledTransformers } from '../catalog/installed-transformers.ts'
import type { Components } from '../components/components.ts'
import type { CoreProvider } from '../core-provider/core-provider.ts'
import type { OpenDesk } from '../gateway/open-desk.ts'
import type { CommandsSaid } from '../instance/commands-said.ts'
import type { InstanceLock } from '../lease/instance-lock.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import type { Policies } from '../policies/policies.ts'
import type { SeenSettings } from '../provider-settings/seen-settings.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { Settings } from '../settings/settings.ts'
import type { StorePart } from '../store/store-part.ts'

export interface EngineParts {
  /** The id of the engine's run; its plugins are recorded under it. */
  readonly runId: string
  readonly ids: Ports['ids']
  readonly store: StorePart
  readonly catalog: CatalogPart
  readonly plugins: PluginsPart
  readonly transformers: InstalledTransformers
  readonly policies: Policies
  readonly seen: SeenSettings
  /** Answers the functions of the language that read the outside. */
  readonly core: Pick<CoreProvider, 'answer'>
  /** Loads the code for components of plugins; slow. */
  readonly components: () => Promise<Components>
  /** Accepts requests of plugins during a deployment. */
  readonly desk: OpenDesk
  /** The absolute folder of the project. */
  readonly folder: string
  readonly lease: InstanceLock
  readonly redactor: Redactor
  /** Completes the commands in everything that the engine says. */
  readonly commands: CommandsSaid
  readonly settings: Settings
  /** The sources of children that transformers add. */
  readonly childSources: () => Promise<ChildSources>
  /** The programs, if the project is a program. */
  readonly programs?: ProgramCatalog
  readonly env: NodeJS.ProcessEnv
}
