import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RunRecord, TaskRecord } from '@slipway/stores'
import type { TaskEvent } from './events.ts'
import { orderTasks } from '../order/order-tasks.ts'
import { resumeTasks, type Resumption } from './resume.ts'
import type { StageNode } from '../task/roles.ts'
import { runStage, type StageResult, type StageRun } from './run-stage.ts'
import type { TaskPlugin } from '../task/task.ts'
import { taskTypes } from '../task/task-type.ts'
import type { TaskCall, TaskOutcome } from '../task/task-runner.ts'
import { pluginWithStages } from '../testing.ts'

const node = (name: string, ...roles: readonly string[]): StageNode => ({ name, roles })
const controller = node('n1', 'controller')
const succeeded: TaskOutcome = { outcome: 'succeeded', exitCode: 0, output: '', dropped: 0 }
const failed: TaskOutcome = { outcome: 'failed', exitCode: 3, reason: 'exit code 3', output: 'oh', dropped: 0 }

interface Ran {
  readonly result: StageResult
  readonly events: readonly TaskEvent[]
  readonly records: readonly TaskRecord[]
  readonly calls: readonly string[]
}

async function ran(
  plugins: readonly TaskPlugin[],
  answer: (call: string) => TaskOutcome = () => succeeded,
  changes: Partial<StageRun> = {},
): Promise<Ran> {
  const events: TaskEvent[] = []
  const records: TaskRecord[] = []
  const calls: string[] = []
  let now = 0
  const run = async ({ task, node: on }: TaskCall): Promise<TaskOutcome> => {
    const call = `${task.plugin}/${task.key}@${on.name}`
    calls.push(call)
    return answer(call)
  }
  const result = await runStage({
    runId: 'run-1',
    stage: 'post_deployment',
    tasks: orderTasks(plugins).tasks,
    nodes: [controller],
    runner: { types: taskTypes, run },
    resumption: { deploymentId: 'run-1', finished: new Set() },
    record: async (record) => void records.push(record),
    onEvent: (event) => void events.push(event),
    clock: { now: () => ++now, monotonic: () => ++now },
    stop: new AbortController().signal,
    cancel: new AbortController().signal,
    ...changes,
  })
  return { result, events, records, calls }
}

function told(events: readonly TaskEvent[]): readonly string[] {
  return events.map((event) => {
    switch (event.type) {
      case 'stage-started':
        return `started ${event.tasks}`
      case 'stage-finished':
        return `finished ${event.outcome}`
      case 'task-skipped':
        return `${event.type} ${event.task}: ${event.because}`
      default:
        return `${event.type} ${event.task}@${event.node}`
    }
  })
}

describe('a stage', () => {
  test('runs its tasks in order, each on the nodes of its roles', async () => {
    const plugin = pluginWithStages(
      'a',
      'post_deployment/2, id: two',
      'post_deployment/1, id: one',
      'pre_deployment, id: other',
    )
    const { result, calls, records } = await ran([plugin], undefined, {
      nodes: [controller, node('n2'), node('n3', 'controller')],
    })
    assert.deepEqual(calls, ['a/one@n1', 'a/one@n3', 'a/two@n1', 'a/two@n3'])
    assert.deepEqual(result, { outcome: 'succeeded', reasons: [] })
    assert.deepEqual(
      records.map(({ task, node: on, outcome }) => `${task}@${on} ${outcome}`),
      [
        'one@n1 running',
        'one@n3 running',
        'one@n1 succeeded',
        'one@n3 succeeded',
        'two@n1 running',
        'two@n3 running',
        'two@n1 succeeded',
        'two@n3 succeeded',
      ],
    )
  })

  test('stops at a failing task, and says so for the following ones', async () => {
    const plugin = pluginWithStages('a', 'post_deployment/1, id: one', 'post_deployment/2, id: two')
    const { result, events, records } = await ran([plugin], () => failed)
    assert.deepEqual(result, { outcome: 'failed', reasons: ['a/one on n1: exit code 3'] })
    assert.deepEqual(told(events), [
      'started 2',
      'task-started one@n1',
      'task-failed one@n1',
      'task-skipped two: an earlier task failed',
      'finished failed',
    ])
    assert.deepEqual(records.at(-1)?.reason, 'exit code 3')
  })

  test('continues after a failing task that allows it', async () => {
    const plugin = pluginWithStages('a', 'post_deployment/1, fail_on_error: false', 'post_deployment/2')
    const { result, calls } = await ran([plugin], (call) => (call.includes('#1') ? failed : succeeded))
    assert.deepEqual(result, { outcome: 'succeeded', reasons: ['a/#1 on n1: exit code 3'] })
    assert.equal(calls.length, 2)
  })

  test('says when no node has the role', async () => {
    const { events, result } = await ran([pluginWithStages('a', 'post_deployment')], undefined, {
      nodes: [node('n1', 'my-controller-2')],
    })
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(told(events)[1], 'task-skipped #1: no node has the role controller')
  })

  test('starts nothing new once it is to stop', async () => {
    const stop = new AbortController()
    const answer = (): TaskOutcome => {
      stop.abort()
      return succeeded
    }
    const { result, calls } = await ran([pluginWithStages('a', 'post_deployment', 'post_deployment')], answer, {
      stop: stop.signal,
    })
    assert.equal(result.outcome, 'cancelled')
    assert.equal(calls.length, 1)
  })
})

describe('a continued deployment', () => {
  const plugin = pluginWithStages(
    'a',
    'post_deployment/1, id: one',
    'post_deployment/2, id: two',
    'post_deployment/3, id: always, rerun: true',
  )
  const interrupted: RunRecord = {
    id: 'run-1',
    operation: 'up',
    outcome: 'failed',
    startedAt: 0,
    user: 'u',
    host: 'h',
    counts: {},
    reasons: [],
  }

  const same = { isSame: true, changedAt: 0 }

  async function afterFirst(answer: (call: string) => TaskOutcome): Promise<readonly TaskRecord[]> {
    const { records } = await ran([plugin], answer)
    return [...new Map(records.map((record) => [record.id, record])).values()]
  }

  function again(resumption: Resumption, plugins = [plugin]): Promise<Ran> {
    return ran(plugins, undefined, { runId: 'run-2', resumption })
  }

  test('does not run finished tasks again, unless they ask for it', async () => {
    const records = await afterFirst(() => succeeded)
    const resumption = resumeTasks(records, interrupted, 'run-2', same)
    const { calls, events, records: written } = await again(resumption)
    assert.deepEqual(calls, ['a/always@n1'])
    assert.match(told(events)[1] ?? '', /task-skipped one: finished by an earlier run/)
    assert.equal(written[0]?.deploymentId, 'run-1')
  })

  test('runs failed and unfinished tasks again', async () => {
    const records = await afterFirst((call) => (call.includes('two') ? failed : succeeded))
    assert.deepEqual((await again(resumeTasks(records, interrupted, 'run-2', same))).calls, ['a/two@n1', 'a/always@n1'])
    const underWay = records.map((record) => Object.assign({}, record, { outcome: 'running' as const }))
    assert.equal((await again(resumeTasks(underWay, interrupted, 'run-2', same))).calls.length, 3)
  })

  test('runs a changed task again', async () => {
    const records = await afterFirst(() => succeeded)
    const updated = { ...plugin, version: '1.0.1' }
    assert.equal((await again(resumeTasks(records, interrupted, 'run-2', same), [updated])).calls.length, 3)
  })

  test('is a new one when it deploys something else', async () => {
    const records = await afterFirst(() => succeeded)
    const resumption = resumeTasks(records, interrupted, 'run-2', { ...same, isSame: false })
    assert.deepEqual(resumption, { deploymentId: 'run-2', finished: new Set() })
  })

  test('repeats the tasks after changed resources, not those before them', async () => {
    const both = pluginWithStages('a', 'pre_deployment, id: backup', 'post_deployment, id: publish')
    const { records: before } = await ran([both], undefined, { stage: 'pre_deployment' })
    const { records: after } = await ran([both])
    const records = [...before, ...after].filter(({ outcome }) => outcome === 'succeeded')
    const finished = (changedAt: number): readonly string[] =>
      Array.from(resumeTasks(records, interrupted, 'run-2', { ...same, changedAt }).finished, (key) =>
        key.replace(/ @.*/, ''),
      )
    assert.deepEqual(finished(0), ['pre_deployment a/backup', 'post_deployment a/publish'])
    assert.deepEqual(finished(Infinity), ['pre_deployment a/backup'])
  })

  test('starts over after a successful run', async () => {
    const records = await afterFirst(() => succeeded)
    const resumption = resumeTasks(records, { ...interrupted, outcome: 'succeeded' }, 'run-2', same)
    assert.deepEqual(resumption, { deploymentId: 'run-2', finished: new Set() })
    assert.equal((await again(resumption)).calls.length, 3)
  })
})
