import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { linearPattern } from './linear-pattern.ts'
import { simplePattern } from './simple-pattern.ts'

describe('expressions that others run for ever', () => {
  const text = `${'a'.repeat(100_000)}!`
  for (const source of [
    '^(a+)+$',
    '(x+x+)+y',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*a){20}b',
    '^([a-z]+)*[a-z]$',
    'a*a*a*a*a*b',
  ]) {
    test(source, () => assert.equal(linearPattern(source)?.test(text), false))
  }
})

describe('a pattern that is not linear, or too large, is not read', () => {
  const sources = [
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    '(a)\\1',
    '(',
    'a'.repeat(2000),
    '((a{1,10}){1,10}){1,10}(b{1,10}){1,99}',
  ]
  for (const source of sources) test(source.slice(0, 40), () => assert.equal(linearPattern(source), undefined))
})

describe('both dialects are read', () => {
  const matches: readonly (readonly [source: string, text: string])[] = [
    ['(?i)^abc$', 'ABC'],
    ['^[[:alpha:]]+$', 'abc'],
    ['\\A\\d+\\z', '12'],
    ['^(?P<year>\\d{4})$', '2025'],
    ['^(?<year>\\d{4})$', '2025'],
    ['^\\u00e9$', 'é'],
    ['^.$', '😀'],
    ['\\/x\\-y', '/x-y'],
  ]
  for (const [source, text] of matches) test(source, () => assert.equal(linearPattern(source)?.test(text), true))
})

describe('simple patterns are left to the built-in engine', () => {
  for (const source of ['^0?[0-7]{3}$', '^[a-z][a-z0-9-]{0,62}$', '^[\\w.-]+$', '^$', '^ab\\.c[^"\\]]*$']) {
    test(source, () => assert.ok(simplePattern(source)))
  }
  const others = [
    'a',
    '^a',
    '^(a)$',
    '^a|b$',
    '^a+b+$',
    '^a?b?c?d?e?f$',
    '^a*?$',
    '^\\1$',
    '^a{2}{3}$',
    '^a\\$',
    '^[a$',
    '^a{1000}$',
  ]
  for (const source of others) test(`${source} is refused`, () => assert.equal(simplePattern(source), undefined))
})

test('any combination of letters, classes and repetitions matches as in JavaScript', () => {
  const leaf = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', 'ab')
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}'))
        .map(([part, often]) => `(${part})${often}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
    ),
  }))
  const anchored = fc
    .tuple(fc.boolean(), pattern, fc.boolean())
    .map(([from, body, to]) => `${from ? '^' : ''}${body}${to ? '$' : ''}`)
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-'), maxLength: 8 })
  const property = fc.property(anchored, text, (source, given) => {
    const linear = linearPattern(source)
    if (linear !== undefined) assert.equal(linear.test(given), new RegExp(source, 'u').test(given), source)
  })
  fc.assert(property, { numRuns: 2000 })
})
