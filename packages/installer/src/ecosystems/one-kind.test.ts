import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Identity } from './ecosystem.ts'
import { refuseSecondKind } from './one-kind.ts'

function identity(kind: string, name: string, ecosystem = 'deploy-engine'): Identity {
  return { ecosystem, kind, name, version: '1.0.0', programs: ['plugin'] }
}

test('an id is not a provider and a transformer at once', () => {
  const others = [{ identity: identity('transformer', 'acme/cells'), folder: '/plugins/transformers/acme/cells/1.0.0' }]
  assert.throws(() => refuseSecondKind(identity('provider', 'acme/cells'), others), {
    code: 'install/two-kinds',
    message:
      'acme/cells is a provider, but a transformer with this id is installed (/plugins/transformers/acme/cells/1.0.0)',
  })
  refuseSecondKind(identity('transformer', 'acme/cells'), others)
  refuseSecondKind(identity('provider', 'acme/other'), others)
})

test('kinds of Pulumi share names', () => {
  const others = [{ identity: identity('converter', 'terraform', 'pulumi'), folder: '/x' }]
  refuseSecondKind(identity('resource', 'terraform', 'pulumi'), others)
})
