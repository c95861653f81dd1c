import { Failure } from '@slipway/model'

/** Larger files of checksums are refused: those of a release have some dozens of lines. */
const limits = { bytes: 1024 * 1024, lines: 10_000 }

/**
 * Reads a `SHA256SUMS` or `checksums.txt` file: `<64 hex><space><space or *><name>`, one a line, with either line ending. `from` says whose it is.
 * A file name that is listed with two different sums is refused, because then nobody knows which of them was meant.
 *
 * @returns sha256 in lower-case hex, by file name
 * @throws Failure `install/bad-answer`
 */
export function parseSums(text: string, from: string): ReadonlyMap<string, string> {
  if (Buffer.byteLength(text) > limits.bytes) throw bad(from, `it is larger than ${limits.bytes} bytes`)
  const lines = text.split('\n')
  if (lines.length > limits.lines) throw bad(from, `it has more than ${limits.lines} lines`)
  const sums = new Map<string, string>()
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/\r$/, '')
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, sum, name] = /^([0-9a-fA-F]{64})(?: [ *]|\t)\s*(\S.*)$/.exec(line) ?? []
    if (sum === undefined || name === undefined) throw bad(from, `line ${index + 1} is not a checksum and a file name`)
    // `./name` is what sha256sum writes when it is called with `./*`.
    const file = name.replace(/^\.\//, '')
    if (/[/\\\0]/.test(file) || file === '..') throw bad(from, `line ${index + 1} names a file in another folder`)
    const earlier = sums.get(file)
    if (earlier !== undefined && earlier !== sum.toLowerCase())
      throw bad(from, `it lists ${file} twice, with two checksums`)
    sums.set(file, sum.toLowerCase())
  }
  return sums
}

function bad(from: string, why: string): Failure {
  return new Failure('install/bad-answer', `the file of checksums of ${from} cannot be used: ${why}`, {
    hint: 'tell whoever publishes it; nothing was installed',
  })
}
