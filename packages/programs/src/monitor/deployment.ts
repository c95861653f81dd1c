import type { Saying, Want } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import type { ValueMap } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { ProgramCatalog } from '../providers/catalog.ts'
import type { StateForm } from '../migrations/state-form.ts'
import type { FetchAsset } from '../values/assets.ts'

/** A project's stack with its configuration. */
export interface StackConfig {
  readonly project: string
  readonly stack: string
  readonly organization: string
  /** In plain text, by full name: `aws:region`. */
  readonly config: ReadonlyMap<string, string>
  readonly configSecretKeys: readonly string[]
  /** The absolute base of relative paths in the program. */
  readonly programFolder: string
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** A message of a program, or of its plugin, to the user. */
export interface ProgramMessage {
  readonly level: LogLevel
  readonly text: string
  /** URN of the resource in question. */
  readonly urn?: string
}

/** The component that a run makes. */
interface Whole {
  readonly type: string
  readonly name: string
  /** Its options apply to everything inside, unless a child overrides them. */
  readonly isProtected: boolean
  readonly isKept: boolean
}

/** One run of a program, as seen by its services. */
export interface Deployment {
  readonly stack: StackConfig
  readonly catalog: ProgramCatalog
  /** The state before the run. */
  readonly state: InstanceState | undefined
  readonly dryRun: boolean
  readonly parallel: number
  /** After a failure, tell the program and let it continue. Absent: do nothing more for it. */
  readonly continueOnError?: boolean
  readonly want: Want
  readonly saying: Saying
  readonly tell: (message: ProgramMessage) => void
  readonly fetchAsset: FetchAsset
  /** The form of records for functions that rewrite them. Absent: rewriting is not allowed. */
  readonly stateForm?: (() => Promise<StateForm>) | undefined
  /** Aborting this signal abandons calls of plugins. */
  readonly signal?: AbortSignal | undefined
  /** The part of the program that the run covers. */
  readonly parts: ProgramParts
  /** Present if the run makes a single component, which is no goal itself. Absent for a program. */
  readonly component?: Whole
}

/** The facts about a run in calls to plugins. */
export function deploymentInfo({
  stack: { project, stack, organization, config, configSecretKeys },
  dryRun,
  parallel,
}: Deployment) {
  const told = { config: Object.fromEntries(config), configSecretKeys: [...configSecretKeys] }
  return { project, stack, organization, ...told, dryRun, parallel }
}

/** A requested resource in its present state. */
export interface Registered {
  readonly urn: string
  readonly id: string
  readonly outputs: ValueMap
  /** `urn::id` of its provider; absent without one. */
  readonly provider?: string | undefined
  /** The resource does not exist, and this run leaves it out. */
  readonly isLeftOut?: true
  /** The resource or one of its dependencies is unavailable, so nothing is known about it. */
  readonly failed?: 'itself' | 'before'
}
