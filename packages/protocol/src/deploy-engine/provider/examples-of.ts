import { plainLines } from '../../plain-words.ts'
import type { ExamplesResponse } from '../gen/sharedtypesv1.ts'

/** Returns the examples with their line breaks, because an example is a text of its own. */
export function examplesOf(answer: ExamplesResponse | undefined): string[] {
  const { formattedExamples = [], examples = [] } = answer?.examples ?? {}
  return plainLines(formattedExamples.length > 0 ? formattedExamples : examples)
}
