// test:rest: a soak
/** A part of the long `npm run soak:postgres`, with a fixed seed: engines, connections and the database are killed at any moment. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import type { Deed } from '../soak/one-run.ts'
import { lifeOnPostgres } from './soak-life.ts'

const skip = missing('postgres')
const server = skip === false ? await startServer('postgres') : undefined
after(() => server?.remove())

const firstSeed = 20_261_129
const lives = 12
/** Changes between the first deployment and the last: one in each life, in turn. */
const deeds: readonly Deed[] = ['change', 'rename', 'half', 'refuse']
/** No life begins after this time: a busy machine plays fewer. */
const lastBeginMs = 90_000

test(
  'a life on PostgreSQL loses nothing, creates nothing twice and leaves nothing running',
  { skip },
  async (context) => {
    if (server === undefined) return
    const began = performance.now()
    const wrong: string[] = []
    let next = 0
    const play = async (): Promise<void> => {
      while (next < lives && performance.now() - began < lastBeginMs) {
        const deed = deeds[next % deeds.length] ?? 'change'
        const verdict = await lifeOnPostgres(server, firstSeed + next++, [deed])
        if (verdict.wrong.length > 0)
          wrong.push(`seed ${verdict.seed}: ${[...verdict.faults, ...verdict.wrong].join('; ')}`)
      }
    }
    await Promise.all([play(), play()])
    context.diagnostic(`${next} of ${lives} lives were played`)
    assert.deepEqual(wrong, [])
    assert.ok(next >= 2)
  },
)
