import type { CallControl, Provider, ProviderContext, Value, ValueMap } from '@slipway/model'
import type { RecordedOptions } from '@slipway/stores'

/** A request without the parts that the engine adds to every call. */
export type Plain<Request> = Omit<Request, 'context'>

/** The configuration and the settings with which a provider is called for a resource. */
export interface Configured {
  /** The name of the configuration; absent if it has no name. */
  readonly configuration?: string | undefined
  /** The settings that another resource gives to the provider. */
  readonly settings?: ValueMap | undefined
  /** The id of the settings with which the resource was last seen. */
  readonly seenWith?: string | undefined
}

/** A request about a resource, with the options that determine how its provider is called. */
export type OfResource<Request> = Plain<Request> & {
  readonly options?: (Pick<RecordedOptions, 'provider' | 'timeouts'> & Omit<Configured, 'configuration'>) | undefined
}

type Timed =
  | 'validate'
  | 'diff'
  | 'upgrade'
  | 'deploy'
  | 'destroy'
  | 'externalState'
  | 'fetch'
  | 'callFunction'
  | 'hasStabilised'

/** One call of a provider. */
export interface Call<T> extends Configured {
  readonly namespace: string
  /** The name of the resource, data source or function, for people. */
  readonly name: string
  readonly method: string
  readonly deadline: Timed
  /** A time limit in milliseconds, instead of the setting for all calls of this kind. */
  readonly deadlineMs?: number | undefined
  /** The plugin's input, whose secrets are removed from all the plugin's failures. */
  readonly given: Value
  readonly make: (provider: Provider, context: ProviderContext, control: CallControl) => Promise<T>
  /** The answer while the settings of the provider are unknown. Absent if there can be none. */
  readonly whileOpen?: () => T
  /** The part of the answer that is kept during the run. Absent if nothing is kept. */
  readonly kept?: (answer: T) => unknown
}
