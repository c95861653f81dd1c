import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../testing/fake-engine.ts'
import { type BlueprintDraft, ref } from '../testing/fake-blueprint.ts'

const about = { plan: { targets: ['db'] } }

const drafts: Readonly<Record<string, (pinned: string) => BlueprintDraft>> = {
  'app still reads it': (pinned) => ({
    resources: { db: { spec: { pinned } }, app: { spec: { value: ref('db.spec.id') } } },
  }),
  'app is still inside it': (pinned) => ({
    resources: { db: { spec: { pinned } }, app: { options: { deletedWith: 'db' } } },
  }),
  'the link db::app still uses it': (pinned) => ({
    resources: { db: { spec: { pinned } }, app: { type: 'fake/ask' } },
    links: ['db::app'],
  }),
}

describe('a plan for a part says what stays because of what it is not about', () => {
  for (const [why, draft] of Object.entries(drafts)) {
    test(`of what it replaces, and of what was replaced before: ${why}`, async () => {
      const engine = new FakeEngine()
      await engine.up(draft('1'))
      const first = await engine.up(draft('2'), about)
      assert.deepEqual(
        first.plan.steps.map(({ action, oldStays }) => [action, oldStays]),
        [['replace', why]],
      )
      assert.deepEqual(engine.cloud.names(), ['app', 'db', 'db'])
      const { plan, events } = await engine.up(draft('2'), about)
      assert.deepEqual(actions(plan), [])
      assert.equal(plan.steps.at(-1)?.reason, why)
      assert.deepEqual(
        events.filter(({ type }) => type.startsWith('step')),
        [],
      )
      await engine.up(draft('2'))
      assert.deepEqual(engine.cloud.names(), ['app', 'db'])
    })
  }

  test('and nothing where nothing is there that could need it', async () => {
    const engine = new FakeEngine()
    const draft = drafts['app still reads it']
    assert.ok(draft)
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'app' && !effect) throw fakeFailure({ refused: true })
    }
    await engine.up(draft('1'))
    engine.cloud.interfere = () => undefined
    const { plan } = await engine.up(draft('2'), about)
    assert.equal(plan.steps[0]?.oldStays, undefined)
    assert.deepEqual(engine.cloud.names(), ['db'])
  })
})
