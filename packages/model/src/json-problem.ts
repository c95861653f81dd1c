import { messageOf } from './failure.ts'

/** Why a text is no JSON, without a word of the text, which the system's message has: it may be a secret. */
export function jsonProblem(error: unknown): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(messageOf(error)) ?? []
  return line === undefined ? 'it is no JSON' : `it is no JSON from line ${line}, column ${column} on`
}
