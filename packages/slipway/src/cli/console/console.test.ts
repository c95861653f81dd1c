import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantsColor } from './console.ts'

test('colour: NO_COLOR, FORCE_COLOR, a dumb terminal, a pipe', () => {
  const cases: readonly (readonly [boolean, NodeJS.ProcessEnv, boolean])[] = [
    [true, {}, true],
    [false, {}, false],
    [true, { TERM: 'dumb' }, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ]
  for (const [isTerminal, env, wanted] of cases) {
    assert.equal(wantsColor(isTerminal, env), wanted, JSON.stringify([isTerminal, env]))
  }
})
