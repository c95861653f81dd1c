import type { Platform } from '../descriptor/platform.ts'
import type { PlatformBytes } from './source.ts'

/** `sha256sum`'s lines by file name; what is none is left out. */
export function parseSums(text: string): ReadonlyMap<string, string> {
  const sums = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, sha256, fileName] = /^([0-9a-fA-F]{64})[ \t]+\*?(?:\.\/)?(\S{1,300})$/.exec(line) ?? []
    if (sha256 !== undefined && fileName !== undefined) sums.set(fileName, sha256.toLowerCase())
  }
  return sums
}

/** The platforms of the files that are called like this one but for their platform. */
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

/** What a `SHA256SUMS` says of one file and of its like for other platforms. */
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
