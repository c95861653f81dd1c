import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alwaysAsked } from './prelaunched.ts'

test('plugins of Pulumi and providers of Terraform are asked even without changes', () => {
  const keys = new Map([['tflocal', 'registry.opentofu.org/hashicorp/local']])
  assert.deepEqual([...alwaysAsked(new Set(['local', 'random:', 'tflocal']), keys)], ['random:', 'tflocal'])
})
