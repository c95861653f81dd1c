import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CurrentResource, Unknown } from '@slipway/model'
import { RpcFailure } from '../../../wire/rpc/channel.ts'
import { structFromWire } from '../../convert/struct.ts'
import { DiffChanges } from '../../gen/provider.ts'
import { context, deployed, identity, made, plugin, type } from '../testing.ts'
import { Status } from '../../../wire/rpc/status.ts'

function refuse(): never {
  throw new RpcFailure('protocol/refused', 'Check failed', { status: Status.unknown, delivered: true, ended: true })
}

describe('a provider of Pulumi', () => {
  test('is not asked again what it was asked during planning', async () => {
    const current: CurrentResource = { ...made, spec: { kind: 'ape', cage: 7, id: 'a1' } }
    const named = { type, resourceName: 'ape', instanceName: 'park', context }
    const { provider, asked } = plugin({
      Create: () => ({ id: 'a1', properties: { fields: {} } }),
      Update: ({ news }: { news: never }) => ({ properties: news }),
      Diff: ({ news }: { news: never }) => ({
        changes: DiffChanges.SOME,
        ...(structFromWire(news, 'later')['kind'] === 'cow' && { replaces: ['kind'] }),
      }),
    })
    const heard = (): readonly string[] => asked.splice(0)
    await provider.validateResource({ ...named, spec: { kind: 'ape' } })
    await provider.deploy(deployed({ kind: 'ape' }))
    assert.deepEqual(heard(), ['GetSchema', 'CheckConfig', 'Configure', 'Check', 'Create'])
    await provider.diff({ ...identity, current, spec: { kind: 'cat' }, context })
    await provider.validateResource({ ...named, spec: { kind: 'cat' } })
    await provider.deploy(deployed({ kind: 'cat' }, current))
    assert.deepEqual(heard(), ['Check', 'Diff', 'Update'])
    // The plugin is asked again when the inputs differ from the planned ones. A replacement has its own inputs.
    await provider.diff({ ...identity, current, spec: { kind: 'cat' }, context })
    await provider.deploy(deployed({ kind: 'dog' }, current))
    assert.deepEqual(heard(), ['Check', 'Diff', 'Check', 'Diff', 'Update'])
    await provider.diff({ ...identity, current, spec: { kind: 'cow' }, context })
    await provider.validateResource({ ...named, spec: { kind: 'cow' } })
    await provider.deploy(deployed({ kind: 'cow' }))
    assert.deepEqual(heard(), ['Check', 'Diff', 'Check', 'Create'])
    // The plugin is asked about unknown values with marks, and once more when they are known.
    const open = { kind: 'ape', name: new Unknown('resources.zoo.spec.id') }
    await provider.diff({ ...identity, current, spec: open, context })
    await provider.validateResource({ ...named, spec: { kind: 'ape' }, isPartial: true, open })
    await provider.deploy(deployed({ kind: 'ape', name: 'x' }, current))
    assert.deepEqual(heard(), ['Check', 'Diff', 'Check', 'Diff', 'Update'])
  })

  test('is updated even without a difference when the last change failed', async () => {
    const recorded = { status: 'update-failed', spec: { kind: 'ape', cage: 7, id: 'a1' } } as const
    const { provider, asked } = plugin({
      Diff: () => ({ changes: DiffChanges.NONE }),
      Update: ({ news }: { news: never }) => ({ properties: news }),
    })
    await provider.deploy(deployed({ kind: 'ape' }, recorded))
    assert.deepEqual(asked.slice(3), ['Check', 'Diff', 'Update'])
  })

  test('that cannot handle unknown values is asked once they are known', async () => {
    const current: CurrentResource = { ...made, spec: { kind: 'ape', id: 'a1' } }
    const open = { kind: 'ape', name: new Unknown('resources.zoo.spec.id') }
    for (const name of ['Check', 'Diff']) {
      const { provider } = plugin({ [name]: refuse })
      const asked = { type, resourceName: 'ape', instanceName: 'park', context }
      const { replaceBecause } = await provider.diff({ ...identity, current, spec: open, context })
      assert.deepEqual(replaceBecause, [])
      assert.deepEqual(await provider.validateResource({ ...asked, spec: { kind: 'ape' }, isPartial: true, open }), [])
      await assert.rejects(provider.diff({ ...identity, current, spec: { kind: 'cat' }, context }), /Check failed/)
    }
  })
})
