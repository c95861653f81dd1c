import { Failure } from '@slipway/model'
import type { Platform } from '../descriptor/platform.ts'
import type { PlatformBytes } from './source.ts'

/** The limits for a file of checksums: a release has a few dozen lines. */
const limits = { bytes: 1024 * 1024, lines: 10_000 }

/**
 * Reads the lines of a `SHA256SUMS` or `checksums.txt` by file name, as `sha256sum` writes them: text or binary (`*`), with either line ending.
 * Other lines are left out, among them those about files in other folders. A file that is listed with two checksums is refused, because either could
 * be the wrong one.
 *
 * @returns sha256 in lower-case hex
 * @throws Failure `install/bad-answer`
 */
export function parseSums(text: string): ReadonlyMap<string, string> {
  if (Buffer.byteLength(text) > limits.bytes) throw unusable(`it is larger than ${limits.bytes} bytes`)
  const lines = text.split('\n')
  if (lines.length > limits.lines) throw unusable(`it has more than ${limits.lines} lines`)
  const sums = new Map<string, string>()
  for (const line of lines) {
    const [, sum, fileName] =
      /^([0-9a-fA-F]{64})(?: [ *]|[ \t]+\*?)(?:\.\/)?([^\s/\\][^/\\]{0,299}?)\s*$/.exec(line) ?? []
    if (sum === undefined || fileName === undefined) continue
    const sha256 = sum.toLowerCase()
    if ((sums.get(fileName) ?? sha256) !== sha256) throw unusable(`it lists ${fileName} twice, with two checksums`)
    sums.set(fileName, sha256)
  }
  return sums
}

function unusable(why: string): Failure {
  return new Failure('install/bad-answer', `a file of checksums cannot be used: ${why}`, {
    hint: 'nothing was installed; tell its publisher',
  })
}

/** Returns the platforms of the files whose names differ from this one only in their platform. */
export function platformsIn(
  files: Iterable<readonly [fileName: string, bytes: PlatformBytes]>,
  fileName: string,
  platform: Platform,
): Readonly<Record<Platform, PlatformBytes>> | undefined {
  const [os = '', arch = ''] = platform.split('-')
  const found: Record<Platform, PlatformBytes> = {}
  for (const mark of ['-', '_']) {
    const [before, after, ...more] = fileName.split(`${os}${mark}${arch}`)
    if (before === undefined || after === undefined || more.length > 0) continue
    for (const [name, bytes] of files) {
      if (!name.startsWith(before) || !name.endsWith(after)) continue
      const words = name.slice(before.length, name.length - after.length).split(mark)
      if (words.length === 2 && words.every((word) => /^[a-z0-9]{2,12}$/.test(word)))
        found[`${words[0]}-${words[1]}`] = bytes
    }
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** Returns the hashes that a `SHA256SUMS` lists for one file and for its counterparts on other platforms. */
export function bytesBySums(
  text: string,
  fileName: string,
  platform: Platform,
): { readonly sha256?: string; readonly platforms?: Readonly<Record<Platform, PlatformBytes>> } {
  const sums = parseSums(text)
  const sha256 = sums.get(fileName)
  const platforms = platformsIn(
    [...sums].map(([name, sum]) => [name, { sha256: sum }] as const),
    fileName,
    platform,
  )
  return { ...(sha256 !== undefined && { sha256 }), ...(platforms !== undefined && { platforms }) }
}
