import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BatchResult, simulateBatch } from './batch.ts'
import { isCommand } from './commands.ts'
import { play } from './play.ts'
import { reportOf } from './report.ts'
import { simulate } from './simulate.ts'

const moves = 15

function assertNothingFound({ found }: BatchResult): void {
  assert.equal(found === undefined ? '' : reportOf(found), '')
}

test('no rule is broken: 4,000 commands of always the same users', async () => {
  assertNothingFound(await simulateBatch({ seed: 1, step: 1, commands: 4_000, moves }))
})

/** A test must not pass or fail by luck: new seeds belong to `npm run simulate`. */
const otherSeed = Number(process.env['SLIPWAY_SEED'] ?? 20_261_122)

/** The report of what is found names its seed, which plays it again. */
test('no rule is broken: 4,000 commands of other users', async () => {
  assertNothingFound(await simulateBatch({ seed: otherSeed, step: 1, commands: 4_000, moves }))
})

test('no rule is broken by programs: 3,000 commands of always the same users', async () => {
  assertNothingFound(await simulateBatch({ seed: 1, step: 1, commands: 3_000, moves, writes: ['programs'] }))
})

test('no rule is broken by programs: 3,000 commands of other users', async () => {
  assertNothingFound(await simulateBatch({ seed: otherSeed, step: 1, commands: 3_000, moves, writes: ['programs'] }))
})

test('no rule is broken where ids tell little: 1,500 commands', async () => {
  assertNothingFound(await simulateBatch({ seed: 1, step: 1, commands: 1_500, moves, writes: ['ids'] }))
})

test('a seed says all there is to say about a sequence', async () => {
  for (const seed of [7, 77, 777]) {
    assert.deepEqual(await simulate(seed, moves), await simulate(seed, moves))
    assert.deepEqual(await simulate(seed, moves, 'programs'), await simulate(seed, moves, 'programs'))
  }
})

test('a violation ends a sequence', async () => {
  const written = { slot: 0, name: 'a', kind: 'vm', value: 'v1', reads: [] }
  const script = [{ do: 'write', resource: written } as const, { do: 'up', luck: 1 } as const]
  let next = 0
  const { moves: played, violation } = await play(() => script[next++])
  assert.equal(violation, undefined)
  assert.equal(played.filter(isCommand).length, 1)
})
