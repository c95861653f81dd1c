import { messageOf } from './failure.ts'

/** The reason why a text is no JSON. It quotes nothing of the text, as the system's message does, since the text may be a secret. */
export function jsonProblem(error: unknown): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(messageOf(error)) ?? []
  return line === undefined ? 'it is not JSON' : `it is not JSON from line ${line}, column ${column}`
}
