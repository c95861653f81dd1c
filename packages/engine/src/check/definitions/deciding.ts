import type { DataSourceFilter, DataSourceMetadata, Value, ValueMap } from '@slipway/model'
import type { Origin } from '../../language/expression.ts'

/** A question to a data source. */
export interface AskedData {
  /** The name of the data source. */
  readonly name: string
  readonly filters: readonly DataSourceFilter[]
  readonly metadata: DataSourceMetadata
  /** The settings that a resource gives to its provider. */
  readonly settings?: ValueMap
}

/** Answers questions to the outside that decide how many resources there are. `undefined` means that the answer is still open. */
export interface Deciding {
  /**
   * The answer to a call.
   *
   * @throws EvaluationFailure when the call was made and has failed
   */
  call(name: string, args: readonly Value[], origin: Origin): Value | undefined
  data(asked: AskedData): ValueMap | undefined
}

const local: ReadonlySet<string> = new Set(['file', 'fileexists', 'templatefile', 'cwd'])

/** True for a function that reads something on this machine. It can be called even during a check, and may also decide conditions. */
export function readsLocally(functionName: string): boolean {
  return local.has(functionName)
}
