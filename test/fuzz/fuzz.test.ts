import assert from 'node:assert/strict'
import { after, describe as suite, test as testAlways } from 'node:test'
import { describe, test } from '../cases.ts'
import { randomOf } from '../soak/random.ts'
import { campaign, findingText } from './campaign.ts'
import { Judge, type Limits } from './judge.ts'
import { shrunk } from './shrink.ts'
import { targets } from './targets/index.ts'

/** Short rounds: `npm run fuzz` runs for any length of time. The time limit only ends inputs that hang. */
const rounds = [50, 250]
const limits: Limits = { timeMs: 60_000, heapMegabytes: 500 }
const seed = Number(process.env['SLIPWAY_SEED'] ?? 20_261_122)

/** One judge for all tests: its thread loads every door, which takes longer than fifty inputs. */
const judge = new Judge(limits)
after(() => judge.close())

for (const target of targets)
  describe(`${target.name}: each input is accepted or refused properly,`, () => {
    for (const inputs of rounds)
      test(`out of ${inputs} broken ones from seed ${seed}`, async () => {
        const { finding } = await campaign(target, judge, { seed, inputs, isOver: () => false })
        assert.equal(finding && findingText(finding), undefined)
      })
  })

suite('the fuzzer itself', () => {
  testAlways('makes the same input of the same seed', () => {
    for (const target of targets)
      assert.deepEqual(target.make(randomOf(seed)), target.make(randomOf(seed)), target.name)
  })

  testAlways('finds the part that is at fault', async () => {
    const smallest = await shrunk(
      Buffer.from('much before it BANG and much behind'),
      async (input) => input.includes('BANG'),
      1000,
    )
    assert.equal(smallest.toString(), 'BANG')
  })

  testAlways('survives what an input does, says what it was, and goes on', async (t) => {
    const patient = new Judge({ timeMs: 60_000, heapMegabytes: 40 }, './misbehaving.ts')
    const quick = new Judge({ timeMs: 50, heapMegabytes: 40 }, './misbehaving.ts')
    t.after(() => Promise.all([patient.close(), quick.close()]))
    const nothing = Buffer.alloc(0)
    assert.equal((await quick.judge({ name: 'hang' }, nothing))?.kind, 'hang')
    assert.equal((await patient.judge({ name: 'memory' }, nothing))?.kind, 'memory')
    assert.equal((await patient.judge({ name: 'crash' }, nothing))?.kind, 'crash')
    assert.deepEqual(await patient.judge({ name: 'error' }, nothing), { kind: 'error', what: 'as asked' })
    assert.equal(await patient.judge({ name: 'nothing' }, nothing), undefined)
  })
})
