import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorPages } from '../error-pages.ts'
import { explainCode } from './explain.ts'

describe('an error code', () => {
  test('is explained in the words of the documentation, with or without its brackets', () => {
    const { code, text } = explainCode('[state/fenced]')
    assert.equal(code, 'state/fenced')
    assert.match(text, /lock/)
    assert.doesNotMatch(text, /^#/m)
  })

  test('is explained for every documented code', () => {
    const codes = [...errorPages().keys()]
    assert.ok(codes.length > 150, String(codes.length))
    for (const code of codes) assert.ok(explainCode(code).text.length > 20, code)
  })

  test('at the end of a page is explained without the beginning of the next page', () => {
    for (const [code, text] of errorPages()) assert.doesNotMatch(text, /^(These (are|errors)|Errors when) /m, code)
  })

  test('with a typo gets the nearest one suggested', () => {
    for (const given of ['state/fencd', 'fenced'])
      assert.throws(() => explainCode(given), { code: 'cli/unknown-code', hint: 'did you mean "state/fenced"?' })
  })
})
