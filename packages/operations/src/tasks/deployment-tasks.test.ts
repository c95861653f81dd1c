import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { memoryStore, type InstanceState, type Lease, type RunRecord, type StateStore } from '@slipway/stores'
import { systemClock } from '../ports/system-ports.ts'
import { loadSettings } from '../settings/load.ts'
import { namedFiles } from '../trust/project-files.ts'
import { DeploymentTasks, type StageSession } from './deployment-tasks.ts'
import { nodesFromSettings } from './nodes.ts'
import { shellTask, testDirectory, writePlugin } from '@slipway/stages/testing'

async function loaded(project: string): Promise<DeploymentTasks> {
  const settings = await loadSettings({ directory: project, env: { HOME: project } })
  return DeploymentTasks.load({ project, settings, env: process.env, files: namedFiles })
}

const run = (id: string, outcome: RunRecord['outcome'], changes: Partial<RunRecord> = {}): RunRecord => ({
  id,
  operation: 'up',
  outcome,
  startedAt: 0,
  user: 'u',
  host: 'h',
  counts: {},
  reasons: [],
  ...changes,
})

interface Fixture {
  readonly store: StateStore
  readonly lease: Lease
  readonly state: () => Promise<InstanceState | undefined>
  readonly session: (runId: string, lastRun?: RunRecord) => Promise<StageSession>
}

async function fixture(): Promise<Fixture> {
  const store = memoryStore()
  const holder = { runId: 'r', pid: 1, processStart: 0, bootId: '', host: 'h', user: 'u', command: 'up', since: 0 }
  const answer = await store.lock('site', holder, { leaseMs: 30_000, isGone: () => false })
  assert.ok(answer.acquired)
  const { lease } = answer
  const instance = {
    id: 'i',
    name: 'site',
    version: 1,
    status: 'deploying' as const,
    exports: {},
    createdAt: 0,
    updatedAt: 0,
  }
  await store.commit(lease, [{ kind: 'instance', instance }])
  const state = (): Promise<InstanceState | undefined> => store.load('site')
  const never = new AbortController().signal
  const session = async (runId: string, lastRun?: RunRecord): Promise<StageSession> => ({
    store,
    lease,
    runId,
    values: { instance: 'site', variables: new Map(), exports: {} },
    lastRun,
    deployed: { isSame: true, changedAt: 0 },
    records: (await state())?.tasks ?? [],
    onEvent: () => {},
    clock: systemClock,
    stop: never,
    cancel: never,
  })
  return { store, lease, state, session }
}

describe('the tasks around a deployment', () => {
  test('run in order on this machine, are recorded, and continue where they stopped', async (context) => {
    const project = testDirectory(context)
    const log = join(project, 'log')
    writePlugin(
      join(project, 'tasks'),
      'b',
      shellTask('pre_deployment/1', `echo one >> ${log}`) + shellTask('post_deployment', `echo post >> ${log}`),
    )
    writePlugin(
      join(project, 'tasks'),
      'a',
      shellTask('pre_deployment/2', `test -e ${project}/ready && echo two >> ${log}`),
    )
    const tasks = await loaded(project)
    const { session, state } = await fixture()
    const first = await tasks.run('pre_deployment', await session('r1'))
    assert.deepEqual([first.outcome, 'reasons' in first && first.reasons], ['failed', ['a/#1 on local: exit code 1']])
    assert.deepEqual(
      (await state())?.tasks?.map(({ plugin, outcome }) => `${plugin} ${outcome}`),
      ['b succeeded', 'a failed'],
    )
    writeFileSync(join(project, 'ready'), '')
    const last = run('r1', 'failed')
    assert.equal((await tasks.run('pre_deployment', await session('r2', last))).outcome, 'succeeded')
    assert.equal((await tasks.run('post_deployment', await session('r2', last))).outcome, 'succeeded')
    assert.equal(readFileSync(log, 'utf8'), 'one\ntwo\npost\n')
  })

  test('show how their order differs from the last one', async (context) => {
    const project = testDirectory(context)
    writePlugin(
      join(project, 'tasks'),
      'a',
      shellTask('pre_deployment/2', 'true') + shellTask('pre_deployment/3', 'true'),
    )
    const before = await loaded(project)
    const used = run('r1', 'succeeded', { notes: before.notes })
    assert.deepEqual(before.changesSince(used), [])
    assert.deepEqual(before.changesSince(undefined), [])
    writePlugin(
      join(project, 'tasks'),
      'a',
      shellTask('pre_deployment/2', 'true') + shellTask('pre_deployment/1', 'true'),
      'name: a\nversion: 2.0.0\n',
    )
    assert.deepEqual((await loaded(project)).changesSince(used), [
      '~ a/#2 moves: pre_deployment/1, was pre_deployment/3',
    ])
  })

  test('also come from directories in the settings, on the nodes there', async (context) => {
    const project = testDirectory(context)
    writePlugin(
      join(project, 'elsewhere'),
      'a',
      shellTask('pre_deployment', 'echo "$SLIPWAY_TASK_NODE" >> ../log', `['web']`),
    )
    writeFileSync(
      join(project, 'slipway.config.yaml'),
      'tasks: [./elsewhere/a]\nnodes:\n  one: {roles: [web]}\n  two: {roles: [db]}\n',
    )
    const { session } = await fixture()
    assert.equal((await (await loaded(project)).run('pre_deployment', await session('r1'))).outcome, 'succeeded')
    assert.equal(readFileSync(join(project, 'elsewhere/log'), 'utf8'), 'one\n')
  })

  test('with mistakes keep the deployment from starting', async (context) => {
    const project = testDirectory(context)
    writePlugin(join(project, 'tasks'), 'a', shellTask('pre_deploymnet', 'true'))
    await assert.rejects(loaded(project), { code: 'tasks/unknown-stage' })
  })

  test('are none without plugins', async (context) => {
    assert.deepEqual((await loaded(testDirectory(context))).tasks, [])
  })
})

describe('nodes in the settings', () => {
  test('are a map or a list; without any there is this machine', () => {
    assert.deepEqual(nodesFromSettings(undefined), [{ name: 'local', roles: ['master'] }])
    assert.deepEqual(nodesFromSettings({ a: { roles: ['x'] }, b: ['y'] }), [
      { name: 'a', roles: ['x'] },
      { name: 'b', roles: ['y'] },
    ])
    assert.deepEqual(nodesFromSettings([{ name: 'a', roles: [] }]), [{ name: 'a', roles: [] }])
  })

  for (const bad of [
    [{ roles: [] }],
    { a: { roles: 'x' } },
    [
      { name: 'a', roles: [] },
      { name: 'a', roles: [] },
    ],
  ]) {
    test(`${JSON.stringify(bad)} is refused`, () => {
      assert.throws(() => nodesFromSettings(bad), { code: 'tasks/bad-nodes' })
    })
  }
})
