import type { CoreFunction } from './core-function.ts'
import { encodingFunctions } from './encoding.ts'
import { listFunctions } from './lists.ts'
import { logicFunctions } from './logic.ts'
import { textFunctions } from './text.ts'

/** Groups as the reference shows them. A new function is one entry in one of these lists. */
export const coreFunctionGroups: readonly (readonly [title: string, functions: readonly CoreFunction[]])[] = [
  ['Lists, maps and numbers', listFunctions],
  ['Text', textFunctions],
  ['Decisions', logicFunctions],
  ['Encodings', encodingFunctions],
]

/** The functions that every blueprint has, by name. */
export const coreFunctions: ReadonlyMap<string, CoreFunction> = new Map(
  coreFunctionGroups.flatMap(([, functions]) => functions.map((entry) => [entry.name, entry] as const)),
)
