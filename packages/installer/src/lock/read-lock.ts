import { basename } from 'node:path'
import { Failure } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import type { LockedBytes, LockEntry } from './lock-file.ts'
import { lockFormat, onThisMachine } from './lock-text.ts'

/** The maximum size of the whole file, in bytes. */
export const mostLockBytes = 4 * 1024 * 1024
const mostFacts = 50_000
const longestLine = 8192
const mostWords = 6

/** One line, split into words. */
interface Line {
  readonly number: number
  readonly words: readonly string[]
}

/**
 * Reads a lock file. The file may come from anybody, so everything is bounded and checked, and errors name their line.
 * @throws Failure `install/bad-lock`, `install/lock-conflict`, `install/newer-lock`
 */
export function readLock(text: string, file: string): readonly LockEntry[] {
  const reader = new Reader(file)
  if (text.length > mostLockBytes) throw reader.bad(1, `is larger than ${mostLockBytes / 1024 / 1024} MiB`)
  const lines = text.split('\n')
  reader.refuseConflict(lines)
  const facts = lines.flatMap((line, index) => reader.wordsOf(line.replace(/\r$/, ''), index + 1))
  if (facts.length > mostFacts) throw reader.bad(mostFacts, `has more than ${mostFacts} lines`)
  reader.checkFormat(facts)
  const subjects = Map.groupBy(
    facts.filter(({ words }) => words[0] !== 'format' || words.length !== 2),
    ({ words, number }) => {
      if (words.length < 4) throw reader.bad(number, 'needs plugin, version, fact and value')
      return JSON.stringify(words.slice(0, 2))
    },
  )
  return [...subjects.values()].map((of) => reader.entryOf(of)).toSorted(byName)
}

export function byName(a: LockEntry, b: LockEntry): number {
  const [first, second] = [a, b].map(({ descriptor, version }) => `${descriptor}\n${version}`) as [string, string]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Checks whether a text may be one of these words. */
const valid = {
  platform: (text: string) => /^[a-z0-9]{1,20}-[a-z0-9_]{1,20}$/.test(text),
  sha256: (text: string) => /^sha256:[0-9a-f]{64}$/.test(text),
  size: (text: string) => /^\d{1,15}$/.test(text),
  h1: (text: string) => /^h1:[A-Za-z0-9+/]{43}=$/.test(text),
  signer: (text: string) => text.length <= 1024,
  asked: (text: string) => text.length <= 256,
  at: (text: string) => text.length <= 2048,
  origin: (text: string) => text !== '' && text.length <= 2048,
} as const

class Reader {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  bad(line: number, why: string): Failure {
    return new Failure('install/bad-lock', `${visible(this.#file)}:${line} ${why}`, {
      hint: 'restore the file from the last good commit, and run slipway install again',
    })
  }

  refuseConflict(lines: readonly string[]): void {
    const at = lines.findIndex((line) => /^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/.test(line))
    if (at < 0) return
    throw new Failure(
      'install/lock-conflict',
      `${visible(this.#file)}:${at + 1} has a conflict that git could not merge: "${visible((lines[at] ?? '').slice(0, 60))}"`,
      {
        hint: `the lines are independent: keep those of both sides, remove the markers, and run slipway install; with "${basename(this.#file)} merge=union" in .gitattributes git does that itself`,
      },
    )
  }

  wordsOf(line: string, number: number): readonly Line[] {
    if (line.trim() === '' || line.startsWith('#')) return []
    if (line.length > longestLine) throw this.bad(number, `is longer than ${longestLine} characters`)
    if (visible(line) !== line) throw this.bad(number, 'has invisible characters')
    const words: string[] = []
    const next = /(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))(?: |$)/y
    while (next.lastIndex < line.length) {
      const found = next.exec(line)
      if (found === null) throw this.bad(number, 'must be words with one space between them')
      const [, inQuotes, plain = ''] = found
      const text = inQuotes === undefined ? plain : this.#unquoted(inQuotes, number)
      if (words.push(text) > mostWords) throw this.bad(number, `has more than ${mostWords} words`)
    }
    return [{ number, words }]
  }

  #unquoted(body: string, number: number): string {
    // Most bodies have no escapes to undo.
    if (!body.includes('\\')) return body
    try {
      return JSON.parse(`"${body}"`) as string
    } catch {
      throw this.bad(number, 'has a word in quotes that is not valid JSON')
    }
  }

  checkFormat(lines: readonly Line[]): void {
    const formats = lines.filter(({ words }) => words[0] === 'format' && words.length === 2)
    const [first] = formats
    if (first === undefined) throw this.bad(1, 'has no format: the line "format 1" is missing')
    for (const { number, words } of formats) {
      const format = Number(words[1])
      if (!/^\d{1,6}$/.test(words[1] ?? '') || format < 1) throw this.bad(number, 'has no number for a format')
      if (format <= lockFormat) continue
      throw new Failure(
        'install/newer-lock',
        `${visible(this.#file)}:${number} has format ${format}, but this Slipway knows only formats up to ${lockFormat}`,
        { hint: 'use the Slipway that your colleagues use: npm install slipway@latest' },
      )
    }
  }

  /** Merges all lines of one plugin in one version. Refuses lines that contradict each other; repeated lines count once. */
  entryOf(lines: readonly Line[]): LockEntry {
    const [{ number, words: subject }] = lines as readonly [Line, ...Line[]]
    const [descriptor = '', version = ''] = subject
    if (descriptor === '' || descriptor.length > 4096 || version === '' || version.length > 256) {
      throw this.bad(number, 'has no name or no version')
    }
    const sorted = lines.toSorted((a, b) => (a.words.join('\n') < b.words.join('\n') ? -1 : 1))
    const said = new Map<string, Line>()
    for (const line of sorted) this.#hear(said, line)
    const name = `${visible(descriptor.slice(0, 100))} ${visible(version.slice(0, 50))}`
    const origin = valueOf(said, 'origin')
    if (origin === undefined) throw this.bad(number, `mentions ${name}, but no line gives its origin`)
    const platforms = this.#platforms(said)
    const alone = [...said.values()].find(
      ({ words: [, , fact, platform = ''] }) => fact === 'h1' && platforms[platform] === undefined,
    )
    if (alone !== undefined) throw this.bad(alone.number, 'has an h1 for a platform, but no line has its bytes')
    if (Object.keys(platforms).length === 0)
      throw this.bad(number, `mentions ${name}, but no line has its bytes for a platform`)
    const at = valueOf(said, 'at')
    const signer = valueOf(said, 'signer')
    return {
      descriptor: onThisMachine(descriptor, this.#file),
      asked: valueOf(said, 'asked') ?? '',
      version,
      origin: onThisMachine(origin, this.#file),
      ...(at !== undefined && { at }),
      platforms,
      isPartial: said.has('platforms'),
      ...(signer !== undefined && { signer }),
    }
  }

  #hear(said: Map<string, Line>, line: Line): void {
    const [, , fact = '', value = '', ...more] = line.words
    const key = fact === 'platform' || fact === 'h1' ? `${fact} ${value}` : fact
    if (!this.#isFact(fact, value, more))
      throw this.bad(line.number, `has "${visible(fact.slice(0, 50))}", with a value that is not allowed`)
    const before = said.get(key)
    // Two branches may have requested the same version in other words.
    if (before !== undefined && key !== 'asked' && !isSameFact(before, line)) {
      throw this.bad(line.number, `contradicts line ${before.number}: ${visible(key.slice(0, 60))}`)
    }
    // The longer line also has the size.
    if (before === undefined || (key !== 'asked' && line.words.length > before.words.length)) said.set(key, line)
  }

  #isFact(fact: string, value: string, more: readonly string[]): boolean {
    if (fact === 'platform') {
      const [sha256 = '', size = '0', ...others] = more
      return valid.platform(value) && valid.sha256(sha256) && valid.size(size) && others.length === 0
    }
    if (fact === 'h1') return valid.platform(value) && valid.h1(more.join(' '))
    if (more.length > 0) return false
    if (fact === 'platforms') return value === 'incomplete'
    if (fact !== 'origin' && fact !== 'asked' && fact !== 'at' && fact !== 'signer') return false
    return valid[fact](value)
  }

  #platforms(said: ReadonlyMap<string, Line>): Readonly<Record<string, LockedBytes>> {
    const found = [...said.values()].filter(({ words }) => words[2] === 'platform')
    return Object.fromEntries(
      found.map(({ words: [, , , platform = '', sum = '', size] }) => {
        const h1 = said.get(`h1 ${platform}`)?.words[4]
        const sha256 = sum.slice('sha256:'.length)
        return [
          platform,
          { sha256, ...(size !== undefined && { size: Number(size) }), ...(h1 !== undefined && { h1 }) },
        ]
      }),
    )
  }
}

function valueOf(said: ReadonlyMap<string, Line>, fact: string): string | undefined {
  return said.get(fact)?.words[3]
}

/** Whether two lines state the same fact. The size of a platform may be missing on one side. */
function isSameFact({ words: a }: Line, { words: b }: Line): boolean {
  return a[3] === b[3] && a[4] === b[4] && (a[5] === undefined || b[5] === undefined || a[5] === b[5])
}
