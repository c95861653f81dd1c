import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import type { ResourceRecord } from '@slipway/stores'
import { somewhere } from '../../reality/recorded/half-done.ts'
import { notingWhatStays } from './outside-the-plan.ts'
import { SituationOfPlan } from './situation-of-plan.ts'
import type { Providers } from '../../providers/providers.ts'
import type { PlanStep } from '../shape/plan.ts'

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

describe('a partial plan names resources that stay because of excluded ones', () => {
  for (const [why, draft] of Object.entries(drafts)) {
    test(`for new and earlier replacements: ${why}`, async () => {
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

  test('but none if no existing resource can need them', async () => {
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

const record = (name: string, more: Partial<ResourceRecord> = {}): ResourceRecord =>
  ({
    id: name,
    name,
    type: 'fake/thing',
    status: 'created',
    reads: [],
    dependsOn: [],
    createdAt: 1,
    deployedAt: 2,
    ...more,
  }) as ResourceRecord

const nobody: Providers = { byNamespace: new Map(), type: () => undefined, link: () => undefined }

/** The reason why a container that makes room cannot go, given a record that may be inside it. */
function blocking(member: Partial<ResourceRecord>, step: Partial<PlanStep> = {}): string | undefined {
  const box = { key: 'box', name: 'box', action: 'replace', destroyFirst: true, current: record('box'), ...step }
  const gathered = { providers: nobody, drift: new Map(), undecided: new Set<string>() }
  const situation = new SituationOfPlan({ operation: 'up', gathered, kept: () => [], beside: [record('m', member)] })
  const [noted] = notingWhatStays([box as PlanStep], situation)
  return noted?.blocked?.message
}

describe('a container that must be destroyed before its successor is created', () => {
  const inBox = { deletedWith: 'box' }

  test('stays if excluded resources may be inside', () => {
    const said = 'box must be destroyed before its successor is made, and m may be inside it'
    assert.equal(blocking({ standsIn: [somewhere, 'box'], options: inBox }), said)
    assert.equal(blocking({ standsIn: ['other', 'box'], options: inBox }), said)
    assert.equal(blocking({ standsIn: ['other', 'box'], options: inBox }, { destroyFirst: false }), undefined)
  })

  test('is destroyed if the plan shows the resources inside, if they are elsewhere, or if the user says so', () => {
    assert.equal(blocking({ standsIn: ['box'], options: inBox }), undefined)
    assert.equal(blocking({ standsIn: ['other'], options: inBox }), undefined)
    assert.equal(blocking({ standsIn: ['other', 'box'], options: { deletedWith: 'other' } }), undefined)
    assert.equal(blocking({ standsIn: [somewhere, 'box'], options: inBox, status: 'create-interrupted' }), undefined)
  })
})
