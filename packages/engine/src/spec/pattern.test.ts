import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Budget } from '../language/budget.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { matchesPattern } from './pattern.ts'

describe("a plugin's regular expression", () => {
  const cases: readonly (readonly [pattern: string, text: string, expected: boolean | undefined])[] = [
    ['^0?[0-7]{3}$', '0644', true],
    ['^0?[0-7]{3}$', '0999', false],
    ['(?i)^abc$', 'ABC', true],
    ['(?i)^abc$', 'ABD', false],
    // Only JavaScript has these features, and the time for them is limited.
    ['^(?!\\.)[a-z.]+$', 'a.b', true],
    ['^(?!\\.)[a-z.]+$', '.a', false],
    ['^(a)\\1$', 'aa', true],
    ['^\\p{Script=Greek}+$', 'αβ', true],
    // JavaScript counts more characters as white space than Go.
    ['^\\s$', '\u00a0', true],
    ['(', 'anything', undefined],
    ['^(?!x)(a+)+$', `${'a'.repeat(60)}!`, undefined],
    ['^(a+)+$', `${'a'.repeat(60)}!`, false],
    ['^(?:a|b)+(?:a|b){1,30}c$', 'ab'.repeat(500_000), undefined],
  ]
  for (const [pattern, text, expected] of cases) {
    test(`${pattern} with ${text.slice(0, 20)} gives ${String(expected)}`, () =>
      assert.equal(matchesPattern(pattern, text, new Budget()), expected))
  }

  test('is left to the plugin after it took too long twice', () => {
    const slow = '^(?!y)(b+)+$'
    for (const _ of [1, 2]) assert.equal(matchesPattern(slow, `${'b'.repeat(60)}!`, new Budget()), undefined)
    assert.equal(matchesPattern(slow, 'b', new Budget()), undefined)
  })

  test('is left to the plugin after several others of the blueprint took too long', () => {
    const budget = new Budget()
    for (const letter of 'cdefgh') {
      const slow = `^(?!y)(${letter}+)+$`
      assert.equal(matchesPattern(slow, `${letter.repeat(60)}!`, budget), undefined)
    }
    assert.equal(matchesPattern('^(?!z)ab$', 'ab', budget), undefined)
    assert.equal(matchesPattern('^(?!z)ab$', 'ab', new Budget()), true)
  })

  test('counts towards the budget: thirty thousand are refused', () => {
    const budget = new Budget()
    const work = (): void => {
      for (let n = 0; n < 30_000; n++) matchesPattern('^(?!\\.)[a-z.]+$', '.', budget)
    }
    assert.throws(work, EvaluationFailure)
  })
})
