import { plainWords } from '../../plain-words.ts'
import type { TypeDescriptionResponse } from '../gen/sharedtypesv1.ts'

/** Returns the plain summary of the answer, or else the next best text: the plain description, then the markdown. */
export function descriptionOf(answer: TypeDescriptionResponse | undefined): string {
  const { plainTextSummary, plainTextDescription, markdownSummary, markdownDescription } = answer?.description ?? {}
  return plainWords(plainTextSummary || plainTextDescription || markdownSummary || markdownDescription || '')
}
