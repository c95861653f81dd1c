import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWork } from '../plan/shape/plan.ts'
import { type BlueprintDraft, ref } from '../testing/fake-blueprint.ts'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine, withCommits } from '../testing/fake-engine.ts'

const draft: BlueprintDraft = {
  resources: {
    own: { spec: { value: ref('net/a.spec.id') } },
    'net/a': {},
    'net/sub/b': { dependsOn: ['net/a'] },
    'site/c': {},
  },
  children: { net: { id: ref('net/a.spec.id') }, 'net/sub': {}, site: {} },
}

async function children(engine: FakeEngine): Promise<Record<string, string>> {
  const state = await engine.state()
  return Object.fromEntries((state?.children ?? []).map(({ name, status }) => [name, status]))
}

function failing(engine: FakeEngine, method: string, name: string): void {
  engine.cloud.interfere = (call) => {
    if (call.method === method && call.name === name && !call.effect)
      throw fakeFailure({ pluginErrorCode: 'BAD_INPUT' })
  }
}

test('a child is recorded with its file, exports and status, and a run names the children that had steps', async () => {
  const engine = new FakeEngine()
  const { plan } = await engine.up(draft)
  assert.deepEqual(
    plan.children?.map(({ name, change }) => [name, change]),
    [
      ['net', 'new'],
      ['net/sub', 'new'],
      ['site', 'new'],
    ],
  )
  assert.deepEqual(await children(engine), { net: 'deployed', 'net/sub': 'deployed', site: 'deployed' })
  const [net] = (await engine.state())?.children ?? []
  assert.deepEqual([net?.blueprintFile, net?.blueprintHash], ['net.blueprint.yaml', 'net'])
  assert.equal(JSON.stringify(net?.exports['id']).startsWith('"id of a '), true)
  assert.equal(hasWork((await engine.plan(draft)).plan), false)
  const changed = { ...draft, resources: { ...draft.resources, 'site/c': { spec: { value: 'new' } } } }
  await engine.up(changed)
  assert.deepEqual(
    (await engine.store.runs('site', 2)).map((run) => run.children),
    [['site'], ['net', 'net/sub', 'site']],
  )
})

test('a failure in a child marks the child and its parents as failed, and no other child', async () => {
  const engine = new FakeEngine()
  failing(engine, 'Deploy', 'b')
  const { result } = await engine.up(draft)
  assert.equal(result.outcome, 'failed')
  assert.deepEqual(await children(engine), { net: 'deploy-failed', 'net/sub': 'deploy-failed', site: 'deployed' })
  engine.cloud.interfere = () => undefined
  await engine.up(draft)
  assert.deepEqual(await children(engine), { net: 'deployed', 'net/sub': 'deployed', site: 'deployed' })
})

test('a child that leaves the blueprint is removed after its readers, or stays if a removal fails', async () => {
  const engine = new FakeEngine()
  await engine.up(draft)
  const { net: _, ...others } = draft.children ?? {}
  const without = { resources: { own: {}, 'site/c': {} }, children: { site: others['site'] ?? {} } }
  failing(engine, 'Destroy', 'b')
  const { plan } = await engine.up(without)
  assert.deepEqual(
    plan.steps.filter(({ action }) => action === 'delete').map(({ key, after }) => [key, after]),
    [
      ['net/sub/b', []],
      ['net/a', ['net/sub/b', 'own']],
    ],
  )
  assert.deepEqual(await children(engine), { net: 'destroy-failed', 'net/sub': 'destroy-failed', site: 'deployed' })
  engine.cloud.interfere = () => undefined
  await engine.up(without)
  assert.deepEqual(await children(engine), { site: 'deployed' })
  await engine.destroy()
  assert.equal((await engine.state())?.children, undefined)
})

test('a child is left “at work” by a killed run, and settled by the next run', async () => {
  const engine = new FakeEngine()
  let commits = 0
  const store = withCommits(engine.store, (lease, changes) => {
    commits++
    return commits > 1 ? Promise.reject(new Error('killed')) : engine.store.commit(lease, changes)
  })
  await assert.rejects(engine.up(draft, { run: { store } }))
  assert.deepEqual(await children(engine), { net: 'deploying', 'net/sub': 'deploying', site: 'deploying' })
  await engine.up(draft)
  assert.deepEqual(await children(engine), { net: 'deployed', 'net/sub': 'deployed', site: 'deployed' })
})

test('a plan for targets leaves the records of other children unchanged', async () => {
  const engine = new FakeEngine()
  failing(engine, 'Deploy', 'b')
  await engine.up(draft)
  engine.cloud.interfere = () => undefined
  await engine.up(draft, { plan: { targets: ['site'] } })
  assert.deepEqual(await children(engine), { net: 'deploy-failed', 'net/sub': 'deploy-failed', site: 'deployed' })
  await engine.up(draft, { plan: { targets: ['net/sub'] } })
  assert.deepEqual(await children(engine), { net: 'deployed', 'net/sub': 'deployed', site: 'deployed' })
})

test('a resource of a child is known to plugins by its own name', async () => {
  const engine = new FakeEngine()
  await engine.up(draft)
  await engine.destroy()
  const names = new Set(engine.cloud.calls.map((call) => call.split(' ')[1]))
  assert.deepEqual(names, new Set(['a', 'b', 'c', 'own']))
})
