import type { CallControl, Provider, ProviderContext, Value, ValueMap } from '@slipway/model'
import type { RecordedOptions } from '@slipway/stores'

/** A request without what the engine adds to every call. */
export type Plain<Request> = Omit<Request, 'context'>

/** How a provider is called for a resource. */
export interface Configured {
  /** By its name; absent: the one without. */
  readonly configuration?: string | undefined
  /** What a resource configures it with. */
  readonly settings?: ValueMap | undefined
  /** Id of the settings with which it was seen. */
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

/** One call: who is asked, what for, and under which of the documents' names. */
export interface Call<T> extends Configured {
  readonly namespace: string
  /** Of the resource, data source or function, for people. */
  readonly name: string
  readonly method: string
  readonly deadline: Timed
  /** Milliseconds, instead of what is set for all calls of the kind. */
  readonly deadlineMs?: number | undefined
  /** The plugin's input: its secrets are taken out of everything that the plugin says. */
  readonly given: Value
  readonly make: (provider: Provider, context: ProviderContext, control: CallControl) => Promise<T>
  /** The answer as long as it is not known what the provider is configured with. Absent: there is none. */
  readonly whileOpen?: () => T
  /** The part of the answer that is kept while the run lasts. Absent where no answer is kept. */
  readonly kept?: (answer: T) => unknown
}
