import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stopped } from '../stopped.ts'
import { Planning } from './planning.ts'

const never = new AbortController().signal

test('a plan that a save has made out of date is ended', async () => {
  const planning = new Planning()
  const made = planning.run(
    never,
    (stop) => new Promise((_, fail) => stop.addEventListener('abort', () => fail(stop.reason as Error))),
  )
  planning.outdate()
  await assert.rejects(made, /a file was saved/)
})

test('a plan that is complete as a file is saved does not count', async () => {
  const planning = new Planning()
  const made = planning.run(never, async () => {
    planning.outdate()
    return 'old'
  })
  await assert.rejects(made, Stopped)
  assert.equal(await planning.run(never, () => Promise.resolve('new')), 'new')
})

test('a save before a plan begins does not end the plan', async () => {
  const planning = new Planning()
  planning.outdate()
  assert.equal(await planning.run(never, async ({ aborted }) => aborted), false)
})

test('a plan with an open question ends once the last question is answered', async () => {
  const planning = new Planning()
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let stop: AbortSignal | undefined
  const made = planning.run(never, async (given) => {
    stop = given
    return await Promise.all([planning.asking(() => first.promise), planning.asking(() => second.promise)])
  })
  planning.outdate()
  first.resolve('ada')
  await first.promise
  assert.equal(stop?.aborted, false)
  second.resolve('eve')
  await assert.rejects(made, Stopped)
  assert.equal(stop?.aborted, true)
})
