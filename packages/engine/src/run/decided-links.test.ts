import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, call, ref } from '../testing/fake-blueprint.ts'
import { actions, FakeEngine, told } from '../testing/fake-engine.ts'

function phases(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls
    .filter((made) => made.startsWith('Update'))
    .map((made) => made.replace('web::db', '').trim())
}

async function links(engine: FakeEngine): Promise<readonly string[]> {
  return ((await engine.state())?.links ?? []).map(({ name, status }) => `${name} ${status}`)
}

/** `web` links to `db`, which is there while the echo of `flag` holds a yes. */
const decided = (flag: string): BlueprintDraft => ({
  resources: {
    flag: { spec: { value: flag } },
    db: { type: 'fake/ask', condition: call('contains', ref('flag.spec.echo'), 'yes') },
    web: { spec: { value: 'site' } },
  },
  links: ['web::db'],
})

describe('a link to what others decide about', () => {
  test('is not made when that is not to be there', async () => {
    const engine = new FakeEngine()
    const { plan, result, events } = await engine.up(decided('no'))
    assert.deepEqual(
      plan.links?.map(({ action, key }) => `${action} ${key}`),
      ['create web::db'],
    )
    assert.equal(result.outcome, 'succeeded')
    assert.ok(told(events).includes('step-dropped web::db'))
    assert.deepEqual(phases(engine), [])
    assert.deepEqual(await links(engine), [])
    assert.deepEqual(actions((await engine.plan(decided('no'))).plan), [])
  })

  test('goes before that, although nothing of it changes', async () => {
    const engine = new FakeEngine()
    await engine.up(decided('yes'))
    assert.deepEqual(await links(engine), ['web::db created'])
    engine.cloud.calls.length = 0
    const { result } = await engine.up(decided('no'))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(phases(engine), ['UpdateIntermediaryResources', 'UpdateResourceB', 'UpdateResourceA'])
    const order = engine.cloud.calls
    assert.ok(order.indexOf('UpdateResourceA web::db') < order.indexOf('Destroy db'))
    assert.deepEqual([await links(engine), engine.cloud.links.done.size], [[], 0])
    await engine.up(decided('yes'))
    assert.deepEqual(await links(engine), ['web::db created'])
  })
})
