import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachedProviders } from './attached.ts'

const Addr = { Network: 'unix', String: '/tmp/plugin1' }

test('a provider that runs already is known in both registries', () => {
  const json = JSON.stringify({
    'registry.terraform.io/hashicorp/time': { Protocol: 'grpc', ProtocolVersion: 6, Addr },
  })
  const handshake = '1|6|unix|/tmp/plugin1|grpc|'
  assert.deepEqual(attachedProviders(json), [
    { id: 'registry.opentofu.org/hashicorp/time', handshake },
    { id: 'registry.terraform.io/hashicorp/time', handshake },
  ])
})

function ids(address: string): unknown {
  const said = attachedProviders(JSON.stringify({ [address]: { Addr } }))
  return typeof said === 'string' ? said : said.map(({ id }) => id)
}

test('a provider of a registry of its own stays there; a short name is one of HashiCorp', () => {
  assert.deepEqual(ids('example.com/acme/box'), ['example.com/acme/box'])
  assert.deepEqual(ids('acme/box'), ['registry.opentofu.org/acme/box', 'registry.terraform.io/acme/box'])
  assert.deepEqual(ids('time'), ['registry.opentofu.org/hashicorp/time', 'registry.terraform.io/hashicorp/time'])
})

test('an unreadable value is reported', () => {
  assert.match(JSON.stringify(attachedProviders('{')), /JSON/)
  assert.equal(attachedProviders('[]'), 'it is not a map of providers')
  assert.equal(attachedProviders('{"a":{"Pid":1}}'), '"a" has no Addr')
})
