import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secret, Unknown, type Value, valueMap } from '@slipway/model'
import { Connections, type ProviderSettings } from './connections.ts'

function settings(name: string, config: Readonly<Record<string, Value>>, variables?: Record<string, string>) {
  const urn = `urn:pulumi:dev::shop::pulumi:providers:aws::${name}`
  const made: ProviderSettings = {
    urn,
    name,
    type: 'pulumi:providers:aws',
    id: `id-of-${name}`,
    pkg: 'aws',
    version: '',
    plugin: 'aws',
    parameter: undefined,
    server: undefined,
    variables,
    config: valueMap(Object.entries(config)),
  }
  return made
}

test('two providers serve the same things when their configurations agree, in any version', () => {
  const connections = new Connections(() => Promise.reject(new Error('nothing is started here')))
  const placeOf = (...given: Parameters<typeof settings>): string => {
    const made = settings(...given)
    connections.know(made)
    return connections.placeOf(`${made.urn}::${made.id}`)
  }
  const west = placeOf('west', { region: 'eu-west-1', version: '6.0.0', token: secret('t') })
  assert.equal(placeOf('newer', { version: '7.0.0', token: 't', region: 'eu-west-1', __note: 'its own' }), west)
  assert.notEqual(placeOf('north', { region: 'eu-north-1', version: '6.0.0', token: 't' }), west)
  assert.notEqual(placeOf('other', { region: 'eu-west-1', token: 't' }, { AWS_PROFILE: 'OTHER' }), west)
  // With unknown settings, each has a separate place.
  const open = { region: new Unknown('the region') }
  assert.notEqual(placeOf('open', open), placeOf('too', open))
  assert.equal(connections.placeOf('urn::nobody'), 'urn::nobody')
})

test('an early start is used later, and blocks nobody if it fails', async () => {
  const started: string[] = []
  const connections = new Connections(({ use }) => {
    started.push(use)
    return Promise.reject(new Error(`${started.length} times`))
  })
  const west = settings('west', { region: 'eu-west-1' })
  connections.remember(west)
  connections.prelaunch()
  const early = connections.of(west.urn)
  assert.equal(started.length, 1)
  await assert.rejects(early, /1 times/)
  await assert.rejects(connections.of(west.urn), /2 times/)
})

test('a resource recorded without a provider id belongs to the recorded provider', async () => {
  const connections = new Connections(() => Promise.reject(new Error('nothing is started here')))
  const west = settings('west', { region: 'eu-west-1' })
  connections.remember(west)
  for (const id of ['', '04da6b54-80e4-46f7-96ec-b56ff0331ba9']) {
    const recorded = `${west.urn}::${id}`
    assert.equal(await connections.isElsewhere(recorded, `${west.urn}::${west.id}`), false)
    assert.equal(await connections.isElsewhere(recorded, `${west.urn}::id-of-another`), true)
    assert.equal(connections.placeOf(recorded), connections.placeOf(`${west.urn}::${west.id}`))
  }
})
