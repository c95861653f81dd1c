// test:rest: a soak
/** A part of the long `npm run soak:terraform`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suite } from '../../needs.ts'
import { skipWithoutGo } from '../build.ts'
import { moments, victims } from './moments.ts'
import { kinds, oneRun } from './one-run.ts'

suite('a run with a killed process loses nothing, and creates nothing twice', { skip: skipWithoutGo }, () => {
  // The answer to a create is missed: no other call is lost, or repeated, so easily.
  for (const moment of moments.filter(({ run, call, after }) => run === 'create' && call === 'create' && after))
    for (const victim of victims)
      for (const kind of kinds.slice(0, 2))
        test(`${victim}, after the create of a ${kind}`, async () => {
          const { wrong } = await oneRun(kind, moment, victim)
          assert.deepEqual(wrong, [])
        })
})
