import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value } from '@slipway/model'
import { text } from '../../evaluate/functions/argument.ts'
import { evaluateAlone } from './lone-expression.ts'

const nobody = (): Promise<Value> => Promise.reject(new Error('nobody is asked'))

test('an expression is evaluated without a blueprint', async () => {
  assert.deepEqual(await evaluateAlone('map(list("a"), to_upper)[0]', nobody), { value: 'A', diagnostics: [] })
  assert.deepEqual(await evaluateAlone(' none ', nobody), { value: null, diagnostics: [] })
})

test('a problem in an expression is reported with its place', async () => {
  const cases: readonly (readonly [written: string, column: number, message: string, hint?: string])[] = [
    [
      'trim(variables.x)',
      6,
      'there is no variable "x"',
      'an expression on its own has no blueprint: write the value instead',
    ],
    [
      'trim("a"',
      9,
      '"," or ")" is expected after an argument of trim, but here the text ends',
      'a ")" or a value is missing at its end',
    ],
    ['trim("a") b', 11, 'nothing may follow the expression, but here there is "b"'],
    [
      '${trim("a")}',
      1,
      'a name, a call, or a value is expected, but here there is "$"',
      'write the expression without ${ and }',
    ],
    ['tirm("a")', 1, 'there is no function "tirm"', 'did you mean "trim"?'],
    ['trim("a", "b")', 1, 'trim takes 1 argument, but gets 2', 'call it as trim(text)'],
    [
      'substr("abc", 9)',
      1,
      'substr: the index 9 is past the end of the text, which has 3 characters',
      'call it as substr(text, start, end?)',
    ],
    ['map(list("a"), shout)', 16, 'there is no function "shout"'],
    ['getattr("a")', 1, 'getattr("a") is a function: only another function can take it'],
    ['elem', 1, '"elem" has a meaning only in a resource with "each"'],
  ]
  for (const [written, column, message, hint] of cases) {
    const { value, diagnostics } = await evaluateAlone(written, nobody)
    const [found] = diagnostics
    assert.equal(value, undefined, written)
    assert.deepEqual([found?.range?.start.column, found?.message], [column, message])
    if (hint !== undefined) assert.equal(found?.hint, hint)
  }
})

test('an expression is evaluated again while answers lead to further questions', async () => {
  const asked: string[] = []
  const answer = (name: string, args: readonly Value[]): Promise<Value> => {
    asked.push(`${name}(${args.map(text).join()})`)
    return Promise.resolve(name === 'cwd' ? '/here' : Buffer.from(`in ${args.map(text).join()}`).toString('base64'))
  }
  const { value } = await evaluateAlone('list(file(cwd()), utf8(file("a")))', answer)
  assert.deepEqual(value, ['in /here', 'in a'])
  assert.deepEqual(asked, ['cwd()', 'file(a)', 'file(/here)'])
})
