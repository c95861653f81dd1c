import { dirname, relative, resolve } from 'node:path'
import type { LockedBytes, LockEntry } from './lock-file.ts'

/** The version of the format. It rises when lines change their meaning; an older Slipway refuses a newer file. */
export const lockFormat = 1

const head = `# slipway.lock: which plugins this project uses, and their bytes. Written by Slipway; commit it.
# Each line says one thing for itself, in any order. It pins bytes and proves nobody.
format ${lockFormat}
`

/**
 * Returns the text of a lock file: sorted, with one fact per line, so that branches which add lines merge. Paths are relative to the folder of the
 * file.
 */
export function lockText(entries: readonly LockEntry[], file: string): string {
  const lines = entries.flatMap((entry) => factsOf(entry, dirname(file)))
  return (
    head +
    [...new Set(lines)]
      .sort()
      .map((line) => `${line}\n`)
      .join('')
  )
}

function factsOf(entry: LockEntry, folder: string): readonly string[] {
  const { descriptor, version, asked, origin, at, platforms, isPartial, signer } = entry
  const subject = [fromHere(descriptor, folder), version]
  const facts: (readonly string[])[] = [
    ['origin', fromHere(origin, folder)],
    ...(asked === '' ? [] : [['asked', asked]]),
    ...(at === undefined ? [] : [['at', at]]),
    ...(signer === undefined ? [] : [['signer', signer]]),
    ...(isPartial ? [['platforms', 'incomplete']] : []),
    ...Object.entries(platforms).flatMap(([platform, bytes]) => bytesOf(platform, bytes)),
  ]
  return facts.map((fact) => [...subject, ...fact].map(word).join(' '))
}

function bytesOf(platform: string, { sha256, size, h1 }: LockedBytes): readonly (readonly string[])[] {
  const bytes = ['platform', platform, `sha256:${sha256}`, ...(size === undefined ? [] : [String(size)])]
  return h1 === undefined ? [bytes] : [bytes, ['h1', platform, h1]]
}

/** Returns one word of a line, in quotes if it contains spaces, quotes or invisible characters. */
function word(text: string): string {
  return /^[^\s"#\p{C}][^\s"\p{C}]*$/u.test(text) ? text : quoted(text)
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{C}\u2028\u2029]/gu, (each) =>
    Array.from(
      { length: each.length },
      (_, index) => `\\u${each.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

/** Returns a local path in a form that works for colleagues: relative to the folder of the file. */
function fromHere(text: string, folder: string): string {
  if (!text.startsWith('/')) return text
  const [path = '', ...words] = text.split(/(?= (?:as|server)=)/)
  const way = relative(folder, path)
  return [way === '' || /^\.\.(?:\/|$)/.test(way) ? `${way === '' ? '.' : way}/` : `./${way}`, ...words].join('')
}

/** Reverses `fromHere`. */
export function onThisMachine(text: string, file: string): string {
  if (!/^\.{1,2}\//.test(text)) return text
  const [path = '', ...words] = text.split(/(?= (?:as|server)=)/)
  return [resolve(dirname(file), path), ...words].join('')
}
