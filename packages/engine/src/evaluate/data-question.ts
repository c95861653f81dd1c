import {
  type DataSourceFilter,
  type DataSourceMetadata,
  isList,
  isSecret,
  secretFrom,
  Unknown,
  type Value,
} from '@slipway/model'
import type { WrittenMetadata } from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { evaluate } from './evaluate.ts'
import { unknownIn } from './functions/argument.ts'
import type { Scope } from './scope.ts'
import { metadataFrom, metadataValues } from './written-metadata.ts'

export interface WrittenQuestion {
  readonly metadata: WrittenMetadata
  readonly filters: readonly {
    readonly field: string
    readonly operator: DataSourceFilter['operator']
    readonly search: readonly Expression[]
  }[]
}

/** The question for a data source, with the present values. If one of these is unknown, the result is the first unknown. */
export function dataQuestion(
  source: WrittenQuestion,
  scope: Scope,
): { readonly filters: readonly DataSourceFilter[]; readonly metadata: DataSourceMetadata } | Unknown {
  const filters = source.filters.map(({ field, operator, search }) => ({
    field,
    operator,
    search: search.flatMap((expression) => itemsOf(evaluate(expression, scope))),
  }))
  const given = metadataValues(source.metadata, scope)
  const values = [
    ...filters.flatMap(({ search }) => search),
    ...Object.values(given).filter((one) => one !== undefined),
  ]
  return unknownIn(values) ?? { filters, metadata: metadataFrom(given) }
}

/** The values to look for; one expression may give several. */
function itemsOf(value: Value): readonly Value[] {
  if (isSecret(value) && isList(value.value)) return value.value.map((item) => secretFrom([value], item))
  return isList(value) ? value : [value]
}
