import { addressFunctions } from './addresses.ts'
import { composable } from './composable.ts'
import type { CoreFunction, PlainFunction } from './core-function.ts'
import { collectionFunctions } from './collections/build.ts'
import { setFunctions } from './collections/sets.ts'
import { encodingFunctions } from './encoding.ts'
import { formatFunctions } from './format.ts'
import { higherOrderFunctions } from './higher-order.ts'
import { listFunctions } from './lists.ts'
import { logicFunctions } from './logic.ts'
import { numberFunctions } from './numbers.ts'
import { outsideFunctions } from './outside.ts'
import { textFunctions } from './text.ts'
import { furtherEncodings } from './texts/encoded.ts'
import { lineFunctions } from './texts/lines.ts'
import { patternFunctions } from './texts/patterns.ts'
import { conversionFunctions } from './values/conversions.ts'
import { dateFunctions } from './values/dates.ts'

const composed = new Set([
  'fromjson',
  'substr',
  'replace',
  'trimprefix',
  'trimsuffix',
  'split',
  'has_prefix',
  'has_suffix',
  'contains',
])

const composableFunctions = [...encodingFunctions, ...textFunctions, ...listFunctions]
  .filter((each): each is PlainFunction => 'call' in each && composed.has(each.name))
  .map(composable)

/** The groups of functions as the reference shows them. A new function is one entry in one of these lists. */
export const coreFunctionGroups: readonly (readonly [title: string, functions: readonly CoreFunction[]])[] = [
  ['Strings', [...textFunctions, ...lineFunctions, ...patternFunctions, ...formatFunctions]],
  ['Lists and maps', [...listFunctions, ...collectionFunctions, ...setFunctions]],
  ['Numbers', numberFunctions],
  ['Decisions', logicFunctions],
  ['Conversions', conversionFunctions],
  ['Encodings', [...encodingFunctions, ...furtherEncodings]],
  ['Dates', dateFunctions],
  ['Addresses', addressFunctions],
  ['From outside', outsideFunctions],
  ['Higher-order functions', higherOrderFunctions],
  ['Partial application', composableFunctions],
]

/** The functions that every blueprint has, by name. */
export const coreFunctions: ReadonlyMap<string, CoreFunction> = new Map(
  coreFunctionGroups.flatMap(([, functions]) => functions.map((entry) => [entry.name, entry] as const)),
)

/** True if every call of the function has an answer of its own, which is recorded. */
export function isDrawn(name: string): boolean {
  const core = coreFunctions.get(name)
  return core !== undefined && 'answered' in core && core.drawn === true
}
