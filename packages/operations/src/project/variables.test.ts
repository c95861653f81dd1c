import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { givenVariables, type VariableSources } from './variables.ts'

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-variables-'))
  context.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function given(sources: Partial<VariableSources>): Record<string, unknown> {
  const found = givenVariables({ env: {}, cwd: '/', declared: new Set(), ...sources })
  return Object.fromEntries(Array.from(found, ([name, { value, from }]) => [name, [value, from]]))
}

const variableLabel = (name: string) => `--var ${name}`

describe('variables', () => {
  test('that hold several things may point to what lies elsewhere, at any depth', (context) => {
    const cwd = folder(context)
    writeFileSync(join(cwd, 'pw'), 'hush\n')
    writeFileSync(join(cwd, 'net.yaml'), 'a: { list: [1.10, file:pw], plain: "text:env:X" }\n')
    const found = given({
      cwd,
      variableFiles: ['net.yaml'],
      env: { PW: 'shh' },
      nested: new Set(['b', 'c']),
      variables: { b: '[env:PW, x]', c: '{unclosed', d: { e: ['env:PW'] } },
      variableLabel,
    })
    assert.deepEqual(JSON.parse(JSON.stringify(found)), {
      a: [{ list: [1.1, 'hush'], plain: 'env:X' }, `${join(cwd, 'net.yaml')} (file:pw)`],
      b: [['shh', 'x'], '--var b (env:PW)'],
      c: ['{unclosed', '--var c'],
      d: [{ e: ['shh'] }, '--var d (env:PW)'],
    })
  })

  test('of the request come before files, of which the last one wins, before the environment', (context) => {
    const cwd = folder(context)
    writeFileSync(join(cwd, 'one.yaml'), 'a: 1\nb: 1\nd: 1\n')
    writeFileSync(join(cwd, 'two.json'), '{"b": 2, "d": 2}')
    const found = given({
      cwd,
      variableFiles: ['one.yaml', 'two.json'],
      env: { SLIPWAY_VAR_b: '3', SLIPWAY_VAR_c: '3', SLIPWAY_VAR_d: '3' },
      declared: new Set(['a', 'b', 'c', 'd']),
      variables: { d: '5' },
    })
    assert.deepEqual(Object.fromEntries(Object.entries(found).map(([name, pair]) => [name, (pair as [unknown])[0]])), {
      a: '1',
      b: '2',
      c: '3',
      d: '5',
    })
    assert.deepEqual(found['c'], ['3', 'SLIPWAY_VAR_c'])
    assert.deepEqual(found['d'], ['5', 'variables.d'])
  })

  test('of other blueprints may be in the environment', () => {
    assert.deepEqual(given({ env: { SLIPWAY_VAR_other: 'x' }, declared: new Set(['mine']) }), {})
  })

  test('may have any value, and messages use the caller’s name for it', () => {
    const found = given({ variables: { a: '=b=c', empty: '', many: 3 }, variableLabel })
    assert.deepEqual(found, { a: ['=b=c', '--var a'], empty: ['', '--var empty'], many: [3, '--var many'] })
  })

  test('from a missing file: the file is named', () => {
    assert.throws(
      () => given({ variableFiles: ['none.yaml'], cwd: '/nowhere' }),
      (error) => error instanceof Failure && error.message === 'there is no variables file /nowhere/none.yaml',
    )
  })
})
