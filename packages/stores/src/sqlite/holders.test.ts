import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LockAnswer, StateStore } from '../port.ts'
import { opened, Program, testDirectory } from './testing.ts'
import { hasEnded, thisProcess } from './testing/this-process.ts'

const me = thisProcess('me')

describe('several processes', () => {
  test('race for a lock, and one of them gets it', async (context) => {
    const directory = testDirectory(context)
    for (let round = 0; round < 4; round++) {
      const racers = ['a', 'b', 'c'].map((name) => new Program(context, 'holder', directory, name))
      const answers = await Promise.all(racers.map((racer) => racer.line()))
      assert.equal(answers.filter((answer) => answer?.startsWith('held')).length, 1, answers.join(', '))
      const winner = ['a', 'b', 'c'][answers.findIndex((answer) => answer?.startsWith('held'))]
      const isAnswer = (answer = ''): boolean => answer.startsWith('held') || answer === `refused ${winner}`
      assert.ok(answers.every(isAnswer), `round ${round}: ${answers.join(', ')}`)
      for (const racer of racers) racer.child.kill('SIGKILL')
      await Promise.all(racers.map((racer) => racer.ended()))
    }
  })

  test('a killed holder is replaced at once, and named', async (context) => {
    const directory = testDirectory(context)
    const holder = new Program(context, 'holder', directory, 'dead')
    assert.equal(await holder.line(), 'held 1')
    const store = await opened({ directory })
    context.after(() => store.close())
    assert.equal((await tryLock(store)).acquired, false)
    holder.child.kill('SIGKILL')
    await holder.ended()
    const answer = await tryLock(store)
    assert.equal(answer.acquired && answer.takenFrom?.runId, 'dead')
    assert.equal(answer.acquired && answer.takenFrom?.pid, holder.child.pid)
  })

  test('a stopped holder loses its lease, and is fenced when it wakes', async (context) => {
    const directory = testDirectory(context)
    const holder = new Program(context, 'holder', directory, 'sleeper', '1')
    assert.equal(await holder.line(), 'held 1')
    holder.say('commit')
    assert.equal(await holder.line(), 'committed')
    holder.child.kill('SIGSTOP')
    const store = await opened({ directory })
    context.after(() => store.close())
    while (!(await tryLock(store)).acquired) await sleep(1)
    holder.child.kill('SIGCONT')
    holder.say('commit')
    assert.equal(await holder.line(), 'state/fenced')
  })
})

function tryLock(store: StateStore): Promise<LockAnswer> {
  return store.lock('site', me, { leaseMs: 30_000, isGone: hasEnded })
}
