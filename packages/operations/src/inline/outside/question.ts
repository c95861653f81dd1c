import type { Value } from '@slipway/model'
import type { CallPlace } from '../call-place.ts'

/** A question of a program to the outside, apart from its resources. All its parts are known. */
export type Question =
  | {
      readonly kind: 'data'
      readonly type: string
      /** By field: the value to match, or a map with `operator` and `search`. */
      readonly filter: Value
      /** The wanted fields, for a type that learns its fields only from the request. */
      readonly fields: readonly string[]
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Value[] }

/**
 * Answers a question. The same question gets the same answer during one command.
 *
 * @param place the place of the question in the program
 */
export type ReadOutside = (question: Question, place: CallPlace | undefined) => Promise<Value>
