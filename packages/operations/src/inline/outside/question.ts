import type { Value } from '@slipway/model'
import type { CallPlace } from '../call-place.ts'

/** A question of a program to the outside, apart from its resources. All its parts are known. */
export type Question =
  | {
      readonly kind: 'data'
      readonly type: string
      /** The filter by field: the value to match, or a map with `operator` and `search`. */
      readonly filter: Value
      /** The wanted fields, for a type that learns its fields only from the request. */
      readonly fields: readonly string[]
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Value[] }

/** The function by which a program gives a plugin a key: `stack.plugin`. Its arguments are the key and the descriptor. */
export const pluginCall = 'core::plugin'

/** The function by which a program reads a link: `stack.link`. Its arguments are the names of the ends. */
export const linkCall = 'core::link'

/**
 * Answers a question. The same question gets the same answer during one command.
 *
 * @param place the place of the question in the program
 */
export type ReadOutside = (question: Question, place: CallPlace | undefined) => Promise<Value>
