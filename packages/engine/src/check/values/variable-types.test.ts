import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProviderDefinition, Value } from '@slipway/model'
import { blueprintOf, testProvider } from '../../testing/definitions.ts'
import { checkBlueprint, type CheckResult } from '../../expand/check-blueprint.ts'
import { usedNames } from '../definitions/definitions.ts'

const provider: ProviderDefinition = {
  ...testProvider,
  variableTypeNames: ['test/size', 'test/port'],
  variableTypes: {
    'test/size': {
      type: 'test/size',
      label: 'Size',
      options: { small: { value: 't2.small', label: 'Small' }, large: { value: 't2.large', label: 'Large' } },
    },
    'test/port': {
      type: 'test/port',
      label: 'Port',
      options: { web: { value: 80, label: 'Web' }, tls: { value: 443, label: 'TLS' } },
    },
  },
}

function check(variables: string, given: Readonly<Record<string, Value>> = {}): CheckResult {
  const values = new Map(
    Object.entries(given).map(([name, value]) => [name, { value, from: `--var ${name}` }] as const),
  )
  return checkBlueprint(blueprintOf(`variables:\n${variables}`), new Map([['test', provider]]), values)
}

function said(result: CheckResult): string[] {
  return result.diagnostics.map(
    ({ range, code, message, hint }) => `${range?.start.line}:${range?.start.column} ${code} ${message} | ${hint}`,
  )
}

describe('a variable with a provider’s type', () => {
  test('requires its options’ type of defaults and given values', () => {
    const { checked, diagnostics } = check(
      '  size: { type: test/size, default: t2.small }\n  port: { type: test/port }\n  other: { type: test/port, default: "80" }',
      { port: '443' },
    )
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(Object.fromEntries(checked?.variables ?? []), { size: 't2.small', port: 443, other: 80 })
  })

  test('accepts only options that the blueprint allows', () => {
    assert.deepEqual(said(check('  size: { type: test/size }', { size: 't2.smal' })), [
      '3:3 blueprint/not-allowed the variable "size" does not allow the string "t2.smal", which --var size gives | did you mean "t2.small"?',
    ])
    assert.deepEqual(said(check('  size: { type: test/size, default: huge }')), [
      '3:37 blueprint/not-allowed the variable "size" cannot be "huge": test/size has no such option | there are: t2.small (Small), t2.large (Large)',
    ])
    const some = '  size: { type: test/size, allowedValues: [t2.large] }'
    assert.equal(check(some, { size: 't2.large' }).checked?.variables.get('size'), 't2.large')
    assert.equal(check(some, { size: 't2.small' }).checked, undefined)
    assert.match(
      said(check('  size: { type: test/size, allowedValues: [t3] }', { size: 't2.large' })).join(),
      /cannot be "t3"/,
    )
  })

  test('is refused if the type does not exist', () => {
    assert.deepEqual(said(check('  size: { type: test/sise, default: x }')), [
      '3:17 blueprint/unknown-type acme/test has no variable type test/sise | did you mean "test/size"?',
    ])
    assert.match(said(check('  size: { type: test/file, default: x }')).join(), /it is a type of resource/)
    assert.match(said(check('  size: { type: nobody/size, default: x }')).join(), /blueprint\/no-provider/)
  })

  test('gets its options from its provider', () => {
    const wanted = usedNames(blueprintOf('variables:\n  size: { type: test/size }'))
    assert.deepEqual(wanted.get('test')?.variableTypes, ['test/size'])
  })
})
