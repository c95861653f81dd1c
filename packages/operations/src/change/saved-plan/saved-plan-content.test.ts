import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Plan } from '@slipway/engine'
import { secret, valueMap } from '@slipway/model'
import { processSealer } from '@slipway/stores/sealer'
import { readPlan, savePlan, type SavedPlan } from './saved-plan-content.ts'

const sealer = processSealer()

function saved(context: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-plan-'))
  context.after(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'p.plan')
  const plan: Plan = {
    format: 3,
    operation: 'up',
    instance: 'site',
    stateVersion: 1,
    blueprintHash: 'hash',
    regrouped: [],
    steps: [],
    exports: valueMap([['token', secret('hush')]]),
    exportsChanged: false,
  }
  const whole: SavedPlan = {
    plan,
    options: { operation: 'up', targets: [], exclude: [], replace: [] },
    variables: new Map([['v', { value: 'x', from: '--var v' }]]),
    taskMarks: [['task', 'mark']],
    settings: { ids: { aws: 'id' }, known: valueMap() },
    mark: 'mark',
    state: 'state',
  }
  savePlan(path, false, whole, sealer)
  const file = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, string>>
  const place = {
    purpose: 'plan',
    state: 'state',
    instance: plan.instance,
    record: `plan ${file['id']}`,
    path: ['sealed'],
  } as const
  return { path, whole, file, place }
}

/** Returns a saved plan as JSON, where secrets appear only as such. Other tests check their values. */
function shown({ variables, ...rest }: SavedPlan): unknown {
  return JSON.parse(JSON.stringify({ ...rest, variables: [...variables] }))
}

describe('a saved plan', () => {
  test('comes back whole, with and without tasks', async (context) => {
    const { path, whole } = saved(context)
    assert.deepEqual(shown(await readPlan(path, sealer)), shown(whole))
    const tasks = { tasks: [], taskOrderChanges: [], tasksUnfinished: false }
    savePlan(path, false, { ...whole, tasks }, sealer)
    assert.deepEqual((await readPlan(path, sealer)).tasks, tasks)
  })

  test('has another id each time', async (context) => {
    const [one, two] = [saved(context), saved(context)]
    assert.notEqual(one.file['id'], two.file['id'])
    assert.doesNotMatch(JSON.stringify(one.file), /hush/)
  })

  for (const part of ['variables', 'tasks', 'taskMarks', 'settings', 'mark', 'digest']) {
    test(`that lacks a part to compare by is refused by name: ${part}`, async (context) => {
      const { path, file, place } = saved(context)
      const inside = JSON.parse(sealer.unseal(file['sealed'] ?? '', place)) as object
      assert.ok(part in inside)
      const less = sealer.seal(JSON.stringify({ ...inside, [part]: undefined }), place)
      writeFileSync(path, JSON.stringify({ ...file, sealed: less }))
      await assert.rejects(readPlan(path, sealer), {
        code: 'cli/bad-plan-file',
        message: new RegExp(`is not a saved plan: ${part} is missing`),
      })
    })
  }

  test('opens only secrets that were sealed for it', async (context) => {
    const { path, file, place } = saved(context)
    const inside = sealer.unseal(file['sealed'] ?? '', place)
    for (const elsewhere of [
      { purpose: 'state' },
      { state: 'other' },
      { record: 'plan other' },
      { path: ['plan'] },
    ] as const) {
      writeFileSync(path, JSON.stringify({ ...file, sealed: sealer.seal(inside, { ...place, ...elsewhere }) }))
      await assert.rejects(readPlan(path, sealer), {
        code: 'cli/bad-plan-file',
        message: /was changed after it was saved/,
      })
    }
  })

  test('whose plan or options were changed is refused', async (context) => {
    const { path, file } = saved(context)
    for (const change of [
      { plan: `${file['plan']} ` },
      { options: { operation: 'destroy', targets: [], exclude: [], replace: [] } },
    ]) {
      writeFileSync(path, JSON.stringify({ ...file, ...change }))
      await assert.rejects(readPlan(path, sealer), {
        code: 'cli/bad-plan-file',
        message: /was changed after it was saved/,
      })
    }
  })
})
