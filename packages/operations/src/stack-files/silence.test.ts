import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Silence } from './silence.ts'

test('a process that answers no ping is reported after ten seconds, and killed after a minute; one that slept with us is not', (t) => {
  const begin = performance.now()
  t.mock.method(performance, 'now', () => begin)
  const said: string[] = []
  const silence = new Silence({
    ping: () => undefined,
    warn: (seconds) => said.push(`warned after ${seconds}`),
    giveUp: (seconds) => said.push(`given up after ${seconds}`),
  })
  const lookUntil = (from: number, to: number): void => {
    for (let second = from; second <= to; second++) silence.look(begin + second * 1000 + 500)
  }
  lookUntil(1, 9)
  assert.deepEqual(said, [])
  lookUntil(10, 59)
  assert.deepEqual(said, ['warned after 11'])
  lookUntil(60, 60)
  assert.deepEqual(said, ['warned after 11', 'given up after 61'])
  said.length = 0
  silence.heard()
  silence.look(begin + 3_600_000)
  assert.deepEqual(said, [], 'the machine was asleep')
  silence.end()
})
