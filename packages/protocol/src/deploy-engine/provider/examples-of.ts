import { plainLines } from '../../plain-words.ts'
import type { ExamplesResponse } from '../gen/sharedtypesv1.ts'

/** Lines stay lines: an example is a text of its own. */
export function examplesOf(answer: ExamplesResponse | undefined): string[] {
  const { formattedExamples = [], examples = [] } = answer?.examples ?? {}
  return plainLines(formattedExamples.length > 0 ? formattedExamples : examples)
}
