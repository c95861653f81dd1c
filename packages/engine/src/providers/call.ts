import type { CallControl, Provider, ProviderContext, Value } from '@slipway/model'

/** A request without what the engine adds to every call. */
export type Plain<Request> = Omit<Request, 'context'>

type Timed = 'validate' | 'diff' | 'deploy' | 'destroy' | 'externalState' | 'fetch' | 'callFunction' | 'hasStabilised'

/** One call: who is asked, what for, and under which of the documents' names. */
export interface Call<T> {
  readonly namespace: string
  /** Of the resource, data source or function, for people. */
  readonly name: string
  readonly method: string
  readonly deadline: Timed
  /** What the plugin is given: secrets in it are taken out of what it says. */
  readonly given: Value
  readonly make: (provider: Provider, context: ProviderContext, control: CallControl) => Promise<T>
  /** What of the answer is kept as long as the run lasts. Absent where no answer is. */
  readonly kept?: (answer: T) => unknown
}
