import type { DataSourceFilter, DataSourceMetadata, Value, ValueMap } from '@slipway/model'
import type { Origin } from '../language/expression.ts'

/** What a data source is asked. */
export interface AskedData {
  /** Of the data source. */
  readonly name: string
  readonly filters: readonly DataSourceFilter[]
  readonly metadata: DataSourceMetadata
  /** What a resource configures its provider with. */
  readonly settings?: ValueMap
}

/** Says what decides how many resources there are and only the outside knows. Nothing is answered at once: what is `undefined` is open. */
export interface Deciding {
  /** @throws EvaluationFailure when it has been asked in vain */
  call(name: string, args: readonly Value[], origin: Origin): Value | undefined
  data(asked: AskedData): ValueMap | undefined
}

const local: ReadonlySet<string> = new Set(['file', 'cwd'])

/** True for a function that reads what lies here: it may be called whatever becomes of the blueprint, and decides conditions, too. */
export function readsLocally(functionName: string): boolean {
  return local.has(functionName)
}
