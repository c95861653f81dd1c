// test:rest: a soak
/** A part of the long `npm run soak`, with fixed seeds: real processes, killed, refused and interrupted at any moment. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Deed, oneRun } from './one-run.ts'

/** Actions between a first deployment and a destruction, each with a fault of its own, and with a service that takes effect late. */
const lives: readonly (readonly Deed[])[] = [
  ['refuse', 'rename'],
  ['half', 'change'],
]

describe(
  'a life loses nothing, creates nothing twice and leaves nothing running',
  { skip: process.platform !== 'linux', concurrency: true },
  () => {
    for (const deeds of lives)
      test(`of ${deeds.join(', ')}, with random faults`, async () => {
        const { seed, faults, wrong } = await oneRun(Number(process.env['SLIPWAY_SEED'] ?? 20_261_122), deeds)
        assert.deepEqual(wrong, [], `seed ${seed}, ${deeds.join(' and ')}: ${faults.join('; ')}`)
      })
  },
)
