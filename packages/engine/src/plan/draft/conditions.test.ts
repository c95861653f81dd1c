import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConditionDeclaration } from '../../language/declarations.ts'
import type { Expression } from '../../language/expression.ts'
import { actions, FakeEngine, statuses, told, withCommits } from '../../testing/fake-engine.ts'
import { type BlueprintDraft, call, ref, type ResourceDraft, text } from '../../testing/fake-blueprint.ts'
import { Refusal } from '../decide/refusal.ts'

const origin = { start: 0, end: 0 }

function condition(expression: Expression, message = 'not so'): ConditionDeclaration {
  return { path: 'a condition', condition: expression, message: { kind: 'literal', value: message, origin } }
}

/** A blueprint in which `web` reads `db`, and `db` has conditions about its own `echo`. */
const site = (value: string, demands: ResourceDraft['demands'], more: ResourceDraft = {}): BlueprintDraft => ({
  resources: {
    db: { spec: { value } },
    web: { spec: { value: text('on ', ref('db.spec.echo')) }, ...(demands && { demands }), ...more },
    page: { spec: { value: text('of ', ref('web.spec.echo')) } },
  },
})

const echoes = (name: string, value: string): Expression => call('eq', ref(`${name}.spec.echo`), `echo of ${value}`)

const pinned = (value: string): ResourceDraft => ({ type: 'fake/exclusive', spec: { pinned: value } })

const triggered = (value: string): BlueprintDraft => site(value, { triggers: [ref('db.spec.echo')] }, { spec: {} })

const isRefused = (thrown: unknown): boolean =>
  thrown instanceof Refusal && thrown.diagnostics.every(({ code }) => code === 'blueprint/not-met')

describe('preconditions', () => {
  test('are checked before the resource changes, as soon as their values are known', async () => {
    const engine = new FakeEngine()
    const demands = { preconditions: [condition(echoes('db', 'good'), 'db is no good')] }
    const { result, events } = await engine.up(site('bad', demands))
    assert.deepEqual(
      result.failures.map(({ name, code, reasons }) => [name, code, reasons]),
      [['web', 'engine/not-met', ['db is no good']]],
    )
    assert.ok(told(events).includes('step-skipped page'))
    assert.deepEqual(engine.cloud.names(), ['db'])
    assert.equal((await engine.up(site('good', demands))).result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), ['db', 'page', 'web'])
  })

  test('fail a resource after the one that it waited for was reported, however slow the store', async () => {
    const engine = new FakeEngine()
    const slow = withCommits(engine.store, async (...args) => {
      await engine.clock.sleep(1)
      await engine.store.commit(...args)
    })
    const demands = { preconditions: [condition(echoes('db', 'good'))] }
    const { events } = await engine.up(site('bad', demands), { run: { store: slow } })
    assert.deepEqual(
      told(events).filter((event) => /^step-(finished|failed)/.test(event)),
      ['step-finished db', 'step-failed web'],
    )
  })

  test('refuse a plan in which they are false, but not for unchanged resources', async () => {
    const engine = new FakeEngine()
    await engine.up(site('bad', undefined))
    const demands = { preconditions: [condition(echoes('db', 'good'))] }
    assert.deepEqual(actions((await engine.plan(site('bad', demands))).plan), [])
    await assert.rejects(engine.plan(site('bad', demands, { spec: { value: 'other' } })), isRefused)
  })

  test('keep the old resource if its successor’s condition fails', async () => {
    const engine = new FakeEngine()
    await engine.up(site('good', undefined, pinned('a')))
    const demands = { preconditions: [condition(echoes('db', 'good'))] }
    const { plan, result } = await engine.up(site('bad', demands, pinned('b')))
    assert.equal(plan.steps.find(({ name }) => name === 'web')?.destroyFirst, true)
    assert.deepEqual(
      result.failures.map(({ code }) => code),
      ['engine/not-met'],
    )
    assert.equal((await statuses(engine))['web'], 'created')
    assert.ok(engine.cloud.names().includes('web'))
  })
})

describe('postconditions', () => {
  const demands = { postconditions: [condition(echoes('web', 'on echo of good'), 'web is not on a good one')] }

  test('fail the step of a recorded resource, and block its readers', async () => {
    const engine = new FakeEngine()
    const { result, events } = await engine.up(site('bad', demands))
    assert.deepEqual(
      result.failures.map(({ name, reasons }) => [name, reasons]),
      [['web', ['web is not on a good one']]],
    )
    assert.ok(told(events).includes('step-skipped page'))
    assert.deepEqual(await statuses(engine), { db: 'created', web: 'created' })
    await assert.rejects(engine.plan(site('bad', demands)), isRefused)
    assert.equal((await engine.up(site('good', demands))).result.outcome, 'succeeded')
    assert.deepEqual(await statuses(engine), { db: 'updated', web: 'updated', page: 'created' })
  })

  test('do not prevent a destroy', async () => {
    const engine = new FakeEngine()
    await engine.up(site('bad', demands))
    assert.equal((await engine.destroy()).result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), [])
  })
})

describe('replaceTriggeredBy', () => {
  test('replaces a resource when the named one changes', async () => {
    const engine = new FakeEngine()
    await engine.up(triggered('a'))
    assert.deepEqual(actions((await engine.plan(triggered('a'))).plan), [])
    const [before] = engine.cloud.named('web')
    const { plan, result } = await engine.up(triggered('b'))
    assert.deepEqual(plan.steps.find(({ name }) => name === 'web')?.replaceBecause, ['replaceTriggeredBy'])
    assert.equal(result.outcome, 'succeeded')
    assert.notDeepEqual(engine.cloud.named('web'), [before])
    assert.equal(engine.cloud.named('web').length, 1)
    assert.deepEqual(actions((await engine.plan(triggered('b'))).plan), [])
  })

  test('replaces nothing for a new resource, or if the named one turns out unchanged', async () => {
    const engine = new FakeEngine()
    await engine.up(site('a', undefined, { spec: {} }))
    const { plan } = await engine.up(triggered('a'))
    assert.deepEqual(actions(plan), [])
    const state = await engine.state()
    assert.deepEqual(state?.resources.find(({ name }) => name === 'web')?.triggers, ['echo of a'])
    const touched = triggered('a')
    const draft = { resources: { ...touched.resources, db: { spec: { value: 'a', zone: 'other' } } } }
    const { plan: worst, result } = await engine.up(draft)
    assert.ok(actions(worst).includes('replace web'))
    assert.deepEqual(result.counts['replace'], undefined)
  })
})
