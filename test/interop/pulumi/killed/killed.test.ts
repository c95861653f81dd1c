// test:rest: a soak
/** A part of the long `npm run soak:programs`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suite } from '../../needs.ts'
import { skip } from '../machine.ts'
import { oneRun } from './one-run.ts'

suite('a program with a killed process loses nothing and creates nothing twice', { skip }, () => {
  const seed = Number(process.env['SLIPWAY_SEED'] ?? 20_261_122)
  test(`of seed ${seed}`, async () => {
    const { kills, wrong } = await oneRun(seed, 1)
    assert.deepEqual(wrong, [], `seed ${seed}: ${kills.join('; ')}`)
  })
})
