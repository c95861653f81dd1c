import type { Value } from '@slipway/model'
import type { CallPlace } from '../call-place.ts'

/** What a program reads from outside, beside its resources. All that it is made of is known. */
export type Question =
  | {
      readonly kind: 'data'
      readonly type: string
      /** By field; what a field is compared with is the value, or a map with an `operator` and what is searched. */
      readonly filter: Value
      /** Of a type that only knows its fields when it is asked: those that are wanted. */
      readonly fields: readonly string[]
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Value[] }

/**
 * Answers a question; the same question has the same answer as long as a command runs.
 *
 * @param place where the program asks it
 */
export type ReadOutside = (question: Question, place: CallPlace | undefined) => Promise<Value>
