import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { comparePostfixes, formatPostfix, parsePostfix, type Postfix } from './stage-postfix.ts'

function postfix(text: string): Postfix {
  const parsed = parsePostfix(text)
  assert.ok(parsed, text)
  return parsed
}

describe('a postfix', () => {
  const equal = [
    ['100', '100.0', '+100', '0100', '100.000'],
    ['0', '-0', '+0', '0.0', '.0', '-.0'],
    ['.5', '0.5', '+.50'],
    ['-99.9', '-099.90'],
  ]
  for (const texts of equal) {
    test(texts.join(' = '), () => {
      for (const text of texts) assert.equal(comparePostfixes(postfix(text), postfix(texts[0] ?? '')), 0, text)
    })
  }

  test('is compared exactly, however many digits it has', () => {
    const ascending = [
      '-100000000000000000001',
      '-100000000000000000000',
      '-101',
      '-100',
      '-99.9',
      '-0.30000000000000000001',
      '-0.3',
      '0',
      '.1',
      '0.3',
      '0.30000000000000000001',
      '2',
      '10',
      '9007199254740992',
      '9007199254740993',
    ]
    for (const [index, text] of ascending.entries()) {
      for (const [other, more] of ascending.entries()) {
        assert.equal(
          Math.sign(comparePostfixes(postfix(text), postfix(more))),
          Math.sign(index - other),
          `${text} ${more}`,
        )
      }
    }
  })

  for (const text of [
    '',
    '5.',
    '1e3',
    '.',
    '-',
    '+',
    'a',
    'nan',
    'Infinity',
    '1/2',
    ' 1',
    '1 ',
    '1\n',
    '0x1',
    '1_000',
    '--1',
    '١',
  ]) {
    test(`is not ${JSON.stringify(text)}`, () => assert.equal(parsePostfix(text), undefined))
  }

  test('of safe integers orders as they do, and comes back from its own text', () => {
    const integer = fc.maxSafeInteger()
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        assert.equal(Math.sign(comparePostfixes(postfix(String(a)), postfix(String(b)))), Math.sign(a - b))
        assert.equal(formatPostfix(postfix(String(a))), String(a + 0))
      }),
      { numRuns: 200 },
    )
  })
})
