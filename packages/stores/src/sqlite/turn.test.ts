import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDirectory } from './testing.ts'
import { inTurn } from './turn.ts'

describe('work in turn', () => {
  test('is done one by one, and each caller gets its own answer', async (t) => {
    const directory = join(testDirectory(t), 'state')
    let atWork = 0
    const work = async (answer: number): Promise<number> => {
      assert.equal(++atWork, 1)
      await sleep(5)
      atWork--
      return answer
    }
    const answers = await Promise.all([1, 2, 3].map((each) => inTurn(directory, 'keys', () => work(each))))
    assert.deepEqual(answers, [1, 2, 3])
    assert.ok(existsSync(join(directory, 'keys.turn')))
  })

  test('of another name is not waited for', async (t) => {
    const directory = testDirectory(t)
    const answer = await inTurn(directory, 'one', () => inTurn(directory, 'two', async () => 'both'))
    assert.equal(answer, 'both')
  })

  test('that fails gives its turn to the next', async (t) => {
    const directory = testDirectory(t)
    await assert.rejects(
      inTurn(directory, 'keys', () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.equal(await inTurn(directory, 'keys', async () => 'next'), 'next')
  })

  test('waits for another program that has the turn', async (t) => {
    const directory = testDirectory(t)
    await inTurn(directory, 'keys', async () => undefined)
    const other = new DatabaseSync(join(directory, 'keys.turn'))
    other.exec('BEGIN EXCLUSIVE')
    let isDone = false
    const waiting = inTurn(directory, 'keys', async () => (isDone = true))
    await sleep(60)
    assert.equal(isDone, false)
    other.close()
    assert.equal(await waiting, true)
  })

  test('fails if its file is not available', async (t) => {
    const directory = testDirectory(t)
    mkdirSync(join(directory, 'keys.turn'))
    await assert.rejects(
      inTurn(directory, 'keys', async () => undefined),
      { code: 'state/unwritable' },
    )
  })
})
