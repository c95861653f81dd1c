import { isUtf8 } from 'node:buffer'
import { type Position, DiagnosticsFailure } from '@slipway/model'
import { readInput, type InputLimits } from './read-input.ts'

/** Reads files of text. */
export interface TextFiles {
  /** @throws as `readText` */
  read(file: string, limits?: InputLimits): string
  /** The reason not to use a path: others could have written the file. */
  problem(path: string): string | undefined
}

/**
 * The text of a file that people write. Bytes that are not UTF-8 would be deployed as question marks; they are refused
 * with the line that they are in.
 *
 * @throws DiagnosticsFailure `cli/not-utf8`; Failure as `readInput`
 */
export function readText(file: string, limits?: InputLimits): string {
  const bytes = readInput(file, limits)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const start = positionOfBadByte(bytes)
  const message = 'this is not UTF-8: the file was saved in another encoding, or is not text'
  const range = { start, end: start }
  throw new DiagnosticsFailure([
    { code: 'cli/not-utf8', severity: 'error', message, file, range, hint: 'save the file as UTF-8' },
  ])
}

/** The text of an optional file; `undefined` if it cannot be read, whatever the reason. */
export function readOptionalText(file: string, limits?: InputLimits): string | undefined {
  try {
    return readInput(file, limits).toString('utf8')
  } catch {
    return undefined
  }
}

const newline = 0x0a

/** The beginning of the first bad line. Lines can be checked one by one, because no character of UTF-8 contains a line end. */
function positionOfBadByte(bytes: Buffer): Position {
  let from = 0
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(newline, from)
    if (end === -1 || !isUtf8(bytes.subarray(from, end)))
      return { line, column: 1, offset: bytes.toString('utf8', 0, from).length }
    from = end + 1
  }
}
