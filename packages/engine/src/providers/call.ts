import type { CallControl, Provider, ProviderContext, Value, ValueMap } from '@slipway/model'
import type { RecordedOptions } from '@slipway/stores'

/** A request without what the engine adds to every call. */
export type Plain<Request> = Omit<Request, 'context'>

/** How a provider is called for a resource. */
export interface Configured {
  /** Name of the configuration; absent for the one without a name. */
  readonly configuration?: string | undefined
  /** Settings that a resource gives it. */
  readonly settings?: ValueMap | undefined
  /** Id of the settings with which it was last seen. */
  readonly seenWith?: string | undefined
}

/** A request about a resource: with the options that say how its provider is called. */
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

/** One call: which plugin is asked for what, and the name of the method in the documents. */
export interface Call<T> extends Configured {
  readonly namespace: string
  /** Name of the resource, data source or function, for people. */
  readonly name: string
  readonly method: string
  readonly deadline: Timed
  /** Milliseconds, instead of the setting for all calls of this kind. */
  readonly deadlineMs?: number | undefined
  /** The plugin's input: its secrets are removed from everything that the plugin says. */
  readonly given: Value
  readonly make: (provider: Provider, context: ProviderContext, control: CallControl) => Promise<T>
  /** The answer as long as the settings of the provider are not known. Absent when there can be none. */
  readonly whileOpen?: () => T
  /** The part of the answer that is kept during the run. Absent when nothing is kept. */
  readonly kept?: (answer: T) => unknown
}
