import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import { refuseOtherTasks, type TaskMark } from './planned-tasks.ts'

const migrate: TaskMark = ['pre_deployment db/migrate @local', 'f1']
const warm: TaskMark = ['post_deployment web/warm @local', 'f2']

function refusal(planned: readonly TaskMark[], now: readonly TaskMark[]): readonly string[] {
  try {
    refuseOtherTasks(planned, now)
  } catch (thrown) {
    assert.ok(thrown instanceof Failure)
    assert.equal(thrown.code, 'engine/stale-plan')
    return thrown.details
  }
  assert.fail('it was not refused')
}

test('new, missing, changed or reordered tasks are refused by name', () => {
  assert.deepEqual(refusal([migrate], [['pre_deployment db/migrate @local', 'f9'], warm]), [
    'pre_deployment db/migrate @local: it has changed',
    'post_deployment web/warm @local: it is new',
  ])
  assert.deepEqual(refusal([migrate, warm], [migrate]), ['post_deployment web/warm @local: it is gone'])
  assert.deepEqual(refusal([migrate, warm], [warm, migrate]), ['their order has changed'])
})

test('the same tasks are accepted, and so is a plan without tasks', () => {
  refuseOtherTasks([migrate, warm], [migrate, warm])
  refuseOtherTasks([], [])
  refuseOtherTasks(undefined, [migrate])
})
