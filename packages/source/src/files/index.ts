/** Reading the files that people name. */
export { type InputLimits, mostOfDocument, mostOfText, readInput, refuseUnlessFile, unreadable } from './read-input.ts'
export { hearingReads, laterReads, noteRead } from './heard-reads.ts'
export { readOptionalText, readText, type TextFiles } from './read-text.ts'
