import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import fc from 'fast-check'
import type { LockEntry } from './lock-file.ts'
import { lockText } from './lock-text.ts'
import { byName, readLock } from './read-lock.ts'

const file = '/work/shop/slipway.lock'
const sum = 'a'.repeat(64)
const right = `format 1\na/x 1.0.0 origin host\na/x 1.0.0 platform linux-amd64 sha256:${sum} 5\n`

function refusal(text: string): Failure {
  try {
    readLock(text, file)
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error
  }
  assert.fail(`${text.slice(0, 200)} was read`)
}

test('comments, empty lines, Windows line endings and doubled lines are ignored', () => {
  assert.deepEqual(readLock(`# x\r\n\r\n${right}${right}`.replaceAll('\n', '\r\n'), file), readLock(right, file))
})

test('two branches may have asked in different words', () => {
  const [entry] = readLock(`${right}a/x 1.0.0 asked ^1\na/x 1.0.0 asked 1.0\n`, file)
  assert.equal(entry?.asked, '1.0')
})

describe('an invalid line is refused with its number', () => {
  const table: readonly (readonly [name: string, text: string, why: RegExp, code?: string])[] = [
    ['no format', right.replace('format 1\n', ''), /:1 has no format/],
    ['no number', right.replace('format 1', 'format x'), /:1 has no number for a format/],
    [
      'a newer format',
      right.replace('format 1', 'format 2'),
      /:1 has format 2, but this Slipway knows only formats up to 1/,
      'install/newer-lock',
    ],
    ['a newer format beside an old one', `${right}format 7\n`, /:4 has format 7/, 'install/newer-lock'],
    ['a conflict', `format 1\n<<<<<<< HEAD\n${right}`, /:2 has a conflict/, 'install/lock-conflict'],
    ['half a line', `${right}a/x 1.0.0 origin\n`, /:4 needs plugin, version, fact and value/],
    ['an unknown fact', `${right}a/x 1.0.0 script rm\n`, /:4 has "script"/],
    ['two origins', `${right}a/x 1.0.0 origin evil\n`, /:2 contradicts line 4: origin|:4 contradicts line 2: origin/],
    [
      'two hashes',
      `${right}a/x 1.0.0 platform linux-amd64 sha256:${'b'.repeat(64)}\n`,
      /contradicts line 3: platform linux-amd64/,
    ],
    ['a short hash', right.replace(sum, 'abc'), /:3 has "platform"/],
    ['a hash of another kind', right.replace('sha256', 'md5'), /:3 has "platform"/],
    ['a negative size', right.replace(' 5\n', ' -5\n'), /:3 has "platform"/],
    ['a platform that is a path', right.replace('linux-amd64', '../x'), /:3 has "platform"/],
    ['a platform of JavaScript', right.replace('linux-amd64', '__proto__'), /:3 has "platform"/],
    ['an h1 that is none', `${right}a/x 1.0.0 h1 linux-amd64 h1:abc\n`, /:4 has "h1"/],
    ['an h1 and a word', `${right}a/x 1.0.0 h1 linux-amd64 h1:${'a'.repeat(43)}= 7\n`, /:4 has "h1"/],
    [
      'an h1 of no bytes',
      `${right}a/x 1.0.0 h1 darwin-arm64 h1:${'a'.repeat(43)}=\n`,
      /:4 has an h1 for a platform, but no line has its bytes/,
    ],
    [
      'no origin',
      right.replace('a/x 1.0.0 origin host\n', ''),
      /:2 mentions a\/x 1\.0\.0, but no line gives its origin/,
    ],
    ['no bytes', right.replace(/a\/x 1.0.0 platform.*\n/, ''), /:2 mentions a\/x 1\.0\.0, but no line has its bytes/],
    ['steering characters', right.replace('host', 'ho\u001b[2Jst'), /:2 has invisible characters/],
    ['turned letters', right.replace('host', 'ho\u202est'), /:2 has invisible characters/],
    ['an open quote', right.replace('host', '"host'), /:2 must be words/],
    ['a broken quote', right.replace('host', String.raw`"\x"`), /:2 has a word in quotes/],
    ['two spaces', right.replace(' origin', '  origin'), /:2 must be words/],
    ['many words', right.replace('host', 'a b c d e f'), /:2 has more than 6 words/],
    ['an endless line', `${right}a/x 1.0.0 at ${'x'.repeat(9000)}\n`, /:4 is longer than 8192 characters/],
    ['endless lines', `${right}${'a/x 1.0.0 origin host\n'.repeat(60_000)}`, /has more than 50000 lines/],
    ['an endless file', `${right}${'#'.repeat(5 * 1024 * 1024)}`, /is larger than 4 MiB/],
  ]
  for (const [name, text, why, code = 'install/bad-lock'] of table) {
    test(name, () => {
      const failure = refusal(text)
      assert.equal(failure.code, code)
      assert.match(failure.message, why)
      assert.match(failure.message, /^\/work\/shop\/slipway\.lock:/)
      assert.ok(!/\p{Cc}|\p{Bidi_Control}/u.test(failure.message))
    })
  }
})

const text = fc
  .oneof(
    fc.stringMatching(/^[a-z0-9./:@^~>=<, "\\#-]{1,30}$/),
    fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
  )
  // Paths are written relative to the file's folder, which changes `./` and doubled slashes.
  .filter((each) => !/^(?:\/|\.{1,2}\/)/.test(each) && each.isWellFormed())
const path = fc
  .array(fc.stringMatching(/^[a-z ]{1,8}$/), { minLength: 1, maxLength: 4 })
  .map((names) => `/${names.join('/')}`)
const entries: fc.Arbitrary<readonly LockEntry[]> = fc
  .uniqueArray(
    fc.record(
      {
        descriptor: fc.oneof(text, path),
        version: text,
        asked: fc.oneof(text, fc.constant('')),
        origin: fc.oneof(text, path),
        at: text,
        signer: text,
        isPartial: fc.boolean(),
        platforms: fc.dictionary(
          fc.stringMatching(/^[a-z]{1,8}-[a-z0-9_]{1,8}$/),
          fc.record(
            {
              sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
              size: fc.nat(),
              h1: fc.stringMatching(/^[A-Za-z0-9+/]{43}$/).map((each) => `h1:${each}=`),
            },
            { requiredKeys: ['sha256'] },
          ),
          { minKeys: 1, maxKeys: 4 },
        ),
      },
      { requiredKeys: ['descriptor', 'version', 'asked', 'origin', 'isPartial', 'platforms'] },
    ),
    { selector: ({ descriptor, version }) => `${descriptor}\n${version}`, maxLength: 6 },
  )
  .map((each) => (each as readonly LockEntry[]).toSorted(byName))

test('a written file reads back the same, with its lines in any order', () => {
  fc.assert(
    fc.property(entries, fc.integer(), (all, seed) => {
      const written = lockText(all, file)
      assert.deepEqual(plain(readLock(written, file)), plain(all))
      const lines = written.split('\n')
      const shuffled = lines.toSorted((a, b) => (hash(a, seed) < hash(b, seed) ? -1 : 1)).join('\n')
      assert.deepEqual(plain(readLock(shuffled, file)), plain(all))
      assert.equal(lockText(readLock(shuffled, file), file), written)
    }),
    { numRuns: 300 },
  )
})

function sorted(platforms: LockEntry['platforms']): unknown {
  return Object.keys(platforms)
    .toSorted()
    .map((platform) => [platform, platforms[platform]])
}

/** Returns plain objects: maps from fast-check have no prototype, and their keys come in any order. */
function plain(all: readonly LockEntry[]): unknown {
  return JSON.parse(JSON.stringify(all.map((each) => ({ ...each, platforms: sorted(each.platforms) }))))
}

function hash(line: string, seed: number): number {
  let value = seed
  for (const each of line) value = Math.imul(value ^ (each.codePointAt(0) ?? 0), 16_777_619)
  return value
}

test('any text gives a result or a Failure, and nothing else is thrown', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...right.split('\n')),
    fc.stringMatching(/^a\/x 1\.0\.0 (origin|platform|h1|at|asked) [ -~]{0,80}$/),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      try {
        readLock(`format 1\n${lines.join('\n')}`, file)
      } catch (error) {
        assert.ok(error instanceof Failure, String(error))
      }
    }),
    { numRuns: 1000 },
  )
})
