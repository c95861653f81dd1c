import assert from 'node:assert/strict'
import { test as testAlways } from 'node:test'
import { describe, test } from '../cases.ts'
import { type BatchRequest, type BatchResult, simulateBatch } from './playing/batch.ts'
import { isCommand } from './moves/commands.ts'
import { play } from './playing/play.ts'
import { reportOf } from './playing/report.ts'
import { simulate } from './playing/simulate.ts'

const moves = 15

function assertNothingFound({ found }: BatchResult): void {
  assert.equal(found === undefined ? '' : reportOf(found), '')
}

/** A test must not pass or fail by luck: new seeds belong to `npm run simulate`. */
const otherSeed = Number(process.env['SLIPWAY_SEED'] ?? 20_261_122)

const kinds = [
  { what: 'blueprints', few: 400, many: 2_000, writes: ['blueprints'] },
  { what: 'programs', few: 400, many: 1_500, writes: ['programs'] },
  { what: 'blueprints where ids tell little', few: 200, many: 800, writes: ['ids'] },
] as const

function plays(users: string, batch: Pick<BatchRequest, 'seed' | 'commands' | 'writes'>): void {
  test(`${batch.commands} commands of ${users}`, async () => {
    assertNothingFound(await simulateBatch({ ...batch, step: 1, moves }))
  })
}

for (const { what, few, many, writes } of kinds)
  describe(`no rule is broken by ${what}:`, () => {
    plays('always the same users', { seed: 1, commands: few, writes })
    plays('always the same users', { seed: 1, commands: many, writes })
    /** The report of a violation names its seed, which plays it again. */
    plays('other users', { seed: otherSeed, commands: many, writes })
  })

testAlways('a seed says all there is to say about a sequence', async () => {
  for (const seed of [7, 77, 777]) {
    assert.deepEqual(await simulate(seed, moves), await simulate(seed, moves))
    assert.deepEqual(await simulate(seed, moves, 'programs'), await simulate(seed, moves, 'programs'))
  }
})

testAlways('a violation ends a sequence', async () => {
  const written = { slot: 0, name: 'a', kind: 'vm', value: 'v1', reads: [] }
  const script = [{ do: 'write', resource: written } as const, { do: 'up', luck: 1 } as const]
  let next = 0
  const { moves: played, violation } = await play(() => script[next++])
  assert.equal(violation, undefined)
  assert.equal(played.filter(isCommand).length, 1)
})

testAlways(
  'a batch that is asked to counts which rows of the table of guards decide, and another one counts nothing',
  async () => {
    const batch = { seed: 1, step: 1, commands: 100, moves }
    const { verdicts } = await simulateBatch({ ...batch, countsVerdicts: true })
    assert.ok((verdicts?.['run: nothing'] ?? 0) > 0)
    assert.ok((verdicts?.['plan: nothing'] ?? 0) > 0)
    assert.equal((await simulateBatch(batch)).verdicts, undefined)
  },
)
