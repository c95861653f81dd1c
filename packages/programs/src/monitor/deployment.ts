import type { Saying, Want } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import type { ValueMap } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { ProgramCatalog } from '../providers/catalog.ts'
import type { StateForm } from '../migrations/state-form.ts'
import type { FetchAsset } from '../values/assets.ts'

/** The stack of a project, and how it is configured. */
export interface StackConfig {
  readonly project: string
  readonly stack: string
  readonly organization: string
  /** In plain text, by full name: `aws:region`. */
  readonly config: ReadonlyMap<string, string>
  readonly configSecretKeys: readonly string[]
  /** Absolute: relative paths in the program start here. */
  readonly programFolder: string
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** Something that a program, or a plugin for it, says to people. */
export interface ProgramMessage {
  readonly level: LogLevel
  readonly text: string
  /** Of the resource that it is about. */
  readonly urn?: string
}

/** A component that a run is for. */
interface Whole {
  readonly type: string
  readonly name: string
  /** Its settings hold for everything in it, unless a child says otherwise. */
  readonly isProtected: boolean
  readonly isKept: boolean
}

/** One run of a program, as the services that it speaks to see it. */
export interface Deployment {
  readonly stack: StackConfig
  readonly catalog: ProgramCatalog
  /** As it was before. */
  readonly state: InstanceState | undefined
  readonly dryRun: boolean
  readonly parallel: number
  /** A program is told that something has failed, and may go on; left out: then nothing more is done for it. */
  readonly continueOnError?: boolean
  readonly want: Want
  readonly saying: Saying
  readonly tell: (message: ProgramMessage) => void
  readonly fetchAsset: FetchAsset
  /** How records are written for functions that rewrite them; left out: nobody may. */
  readonly stateForm?: (() => Promise<StateForm>) | undefined
  /** Gives up what plugins are asked to make. */
  readonly signal?: AbortSignal | undefined
  /** What the run is about. */
  readonly parts: ProgramParts
  /** All of it is for one component, which is no goal of its own; left out: it is a program. */
  readonly component?: Whole
}

/** What those who work for a run are told of it, on the wire. */
export function deploymentInfo({
  stack: { project, stack, organization, config, configSecretKeys },
  dryRun,
  parallel,
}: Deployment) {
  const told = { config: Object.fromEntries(config), configSecretKeys: [...configSecretKeys] }
  return { project, stack, organization, ...told, dryRun, parallel }
}

/** A resource that the program has asked for, as it is now. */
export interface Registered {
  readonly urn: string
  readonly id: string
  readonly outputs: ValueMap
  /** `urn::id` of the provider that it belongs to; absent for what has none. */
  readonly provider?: string | undefined
  /** It does not exist, and this run leaves it out. */
  readonly isLeftOut?: true
  /** It could not be had, or something that it needs could not: nothing is known of it. */
  readonly failed?: 'itself' | 'before'
}
