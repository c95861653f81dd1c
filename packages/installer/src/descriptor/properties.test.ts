import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import fc from 'fast-check'
import type { LongForm } from './descriptor.ts'
import { parseDescriptor } from './parse.ts'
import { descriptorKey, descriptorText, writtenDescriptor } from './write.ts'

const base = { cwd: '/work/shop' }

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/)
const host = fc.oneof(
  fc.constant('localhost:5000'),
  fc.tuple(word, word).map(([name, top]) => `${name}.${top}`),
)
const numbers = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((each) => each.join('.'))
const range = fc.oneof(
  numbers,
  numbers.map((each) => `^${each}`),
  numbers.map((each) => `~${each}`),
  numbers.map((each) => `>=${each} <100`),
)
const terraform = fc.oneof(
  numbers,
  numbers.map((each) => `~> ${each}`),
  fc.tuple(numbers, numbers).map(([a, b]) => `>= ${a}, != ${b}`),
)
const maybe = (asked: fc.Arbitrary<string>, mark = '@'): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(''),
    asked.map((each) => `${mark}${each}`),
  )
const joined = (...each: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...each).map((texts) => texts.join(''))
const optional = (each: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), each)

const short = fc.oneof(
  joined(optional(host.map((each) => `${each}/`)), word, fc.constant('/'), word, maybe(range)),
  joined(fc.constantFrom('pulumi:', 'pulumi:tool/', 'pulumi:language/', 'pulumi:resource/'), word, maybe(range)),
  joined(
    fc.constant('terraform:'),
    optional(host.map((each) => `${each}/`)),
    word,
    fc.constant('/'),
    word,
    maybe(terraform),
  ),
  joined(fc.constantFrom('npm:', 'npm:@acme/'), word, maybe(range)),
  joined(
    fc.constantFrom('git+https://', 'git+ssh://git@'),
    host,
    fc.constant('/'),
    word,
    maybe(word),
    maybe(word, '#'),
  ),
  joined(fc.constantFrom('github:', 'gitlab:', 'gitlab:group.with.dots/'), word, fc.constant('/'), word, maybe(word)),
  fc.webUrl({ withQueryParameters: true }),
  joined(fc.constant('oci:'), host, fc.constant('/'), word, maybe(word, ':')),
  joined(fc.constantFrom('./', '../', '/'), fc.string()),
)

function read(written: string | LongForm): ReturnType<typeof parseDescriptor> | undefined {
  try {
    return parseDescriptor(written, base)
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'install/bad-descriptor', String(error))
    return undefined
  }
}

test('a written descriptor reads back the same', () => {
  let count = 0
  fc.assert(
    fc.property(short, (written) => {
      const descriptor = read(written)
      if (descriptor === undefined) return
      count++
      assert.deepEqual(read(descriptorText(descriptor)), descriptor)
      assert.equal(descriptorText(parseDescriptor(descriptorText(descriptor), base)), descriptorText(descriptor))
    }),
    { numRuns: 2000 },
  )
  assert.ok(count > 1000, `only ${count} were descriptors`)
})

test('the long form reads back the same, and its version is not part of its key', () => {
  const long = fc.record(
    {
      source: fc.constantFrom('pulumi:random', 'npm:signal'),
      version: range,
      parameters: fc.array(fc.stringMatching(/^\S{1,20}$/), { maxLength: 3 }),
      checksums: fc.dictionary(fc.constantFrom('linux-amd64', 'darwin-arm64'), fc.stringMatching(/^[0-9a-f]{64}$/)),
      server: fc.constantFrom('https://host/a', 'github://api.github.com/acme'),
    },
    { requiredKeys: ['source'] },
  )
  fc.assert(
    fc.property(long, (written) => {
      const descriptor = parseDescriptor(written, base)
      assert.deepEqual(parseDescriptor(writtenDescriptor(descriptor), base), descriptor)
      assert.deepEqual(parseDescriptor(JSON.stringify(written), base), descriptor)
      const { version: _, ...without } = descriptor
      assert.equal(descriptorKey(descriptor), descriptorKey(without))
    }),
  )
})

test('any text or value gives a result or the Failure, and nothing else is thrown', () => {
  const beginnings = fc.constantFrom(
    '',
    'pulumi:',
    'terraform:',
    'npm:',
    'git+',
    'git+https://',
    'git+ssh://',
    'github:',
    'gitlab:',
    'oci:',
    'https://',
    './',
    'github.com/',
    'a/b@',
  )
  fc.assert(
    fc.property(
      fc.oneof(joined(beginnings, fc.string({ unit: 'binary' })), joined(beginnings, fc.string())),
      (text) => void read(text),
    ),
    { numRuns: 3000 },
  )
  fc.assert(fc.property(fc.jsonValue(), (value) => void read(value as string)))
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('source', 'version', 'parameters', 'checksums', 'server', 'as', 'x'),
        fc.jsonValue(),
      ),
      (value) => void read(value as unknown as LongForm),
    ),
  )
})
