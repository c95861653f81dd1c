import { plainWords } from '../../plain-words.ts'
import type { TypeDescriptionResponse } from '../gen/sharedtypesv1.ts'

/** The shortest plain text that there is. */
export function descriptionOf(answer: TypeDescriptionResponse | undefined): string {
  const { plainTextSummary, plainTextDescription, markdownSummary, markdownDescription } = answer?.description ?? {}
  return plainWords(plainTextSummary || plainTextDescription || markdownSummary || markdownDescription || '')
}
