import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, valueMap } from '@slipway/model'
import { fakeBlueprint } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { unconfiguredIn } from './unconfigured.ts'

test('an old resource is configured from the settings, the records and the blueprint', async () => {
  const engine = new FakeEngine()
  await engine.up({ resources: { shelf: {} } })
  const state = await engine.state()
  const { gathered } = await engine.plan({ resources: { shelf: {} } })
  const { catalog } = engine.ports()
  const named = {
    ...catalog,
    context: (_: string, configuration?: string) => {
      if (configuration === 'us') throw new Failure('cli/no-configuration', 'there is none')
      return { config: {}, variables: {} }
    },
  }
  const codeOf = (provider: string | undefined, blueprint = fakeBlueprint({}), type = 'fake/thing') => {
    const options = provider === undefined ? {} : { options: { provider } }
    const tell = unconfiguredIn(blueprint, state, gathered.providers, named)
    return tell({ id: 'x', name: 'book', type, spec: valueMap(), ...options })?.code
  }
  assert.equal(codeOf(undefined), undefined)
  assert.equal(codeOf('eu'), undefined)
  assert.equal(codeOf('us'), 'cli/no-configuration')
  assert.equal(codeOf('us', fakeBlueprint({}), 'gone/thing'), undefined)
  assert.equal(codeOf('resources.shelf'), undefined)
  assert.equal(codeOf('resources.board'), 'engine/not-configured')
  assert.equal(codeOf('resources.board', fakeBlueprint({ resources: { board: {} } })), undefined)
})
