import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineProvider } from './define-provider.ts'
import { defineVariableType } from './define-variable-type.ts'
import { referencePage } from '../reference-page.ts'

test('a variable type has options of one type, and belongs to its provider', async () => {
  const options = { small: { value: 1, label: 'Small' }, large: { value: 2, label: 'Large' } }
  const size = defineVariableType({ type: 'acme/size', description: 'How large.', options })
  const provider = defineProvider({ id: 'acme/acme', version: '1.0.0', variableTypes: [size] })
  const asked = { resourceTypes: [], dataSourceTypes: [], functions: [] }
  const definition = await provider.define({ ...asked, variableTypes: ['acme/size', 'acme/none'] })
  assert.deepEqual(definition.variableTypeNames, ['acme/size'])
  assert.deepEqual(definition.variableTypes, {
    'acme/size': { type: 'acme/size', label: 'acme/size', description: 'How large.', options },
  })
  const mixed = { ...options, other: { value: 'x', label: 'Other' } }
  assert.throws(() => defineVariableType({ type: 'acme/size', options: mixed }), { code: 'sdk/variable-options' })
  assert.throws(() => defineVariableType({ type: 'acme/size', options: {} }), { code: 'sdk/variable-options' })
  const stray = defineVariableType({ type: 'other/size', options })
  assert.throws(() => defineProvider({ id: 'acme/acme', version: '1.0.0', variableTypes: [stray] }), {
    code: 'sdk/outside-namespace',
  })
})

test('a variable type has its place in its provider’s reference page', async () => {
  const options = { small: { value: 12, label: 'Small', description: 'For one.' } }
  const variableTypes = [defineVariableType({ type: 'test/size', options })]
  const page = await referencePage(defineProvider({ id: 'a/test', version: '1.0.0', variableTypes, log() {} }))
  assert.match(page, /## test\/size \(variable\)\n\n\| option \| value .*\| `small` \| `12` \| Small \| For one\. \|/s)
})
