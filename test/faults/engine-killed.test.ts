/** Fault rows 1, 2 and 3: the engine is killed at every journaled moment; the next run loses nothing, makes nothing twice. */
import { describe, test } from '../cases.ts'
import { five, fiveNames } from './blueprints.ts'
import { assertHeals } from './expect.ts'
import { run } from '../ledger/command.ts'
import { makeWorld, processesLeft } from '../ledger/world.ts'
import assert from 'node:assert/strict'

const moments = ['before-intent', 'after-intent', 'before-result', 'after-result'] as const

describe('a kill -9 of the engine loses nothing:', () => {
  for (const moment of moments) {
    for (const step of [1, 2, 5]) {
      test(`${moment} of step ${step} of an up and a destroy`, async () => {
        const world = makeWorld()
        try {
          world.writeBlueprint(five)
          const armed = { SLIPWAY_FAILPOINT: `${moment}:${step}` }
          const killed = await run(world, ['up', '--yes'], armed)
          assert.equal(killed.signal, 'SIGKILL', `the failpoint did not fire: ${killed.stdout}${killed.stderr}`)
          assert.deepEqual(await processesLeft(world, 30_000), [], 'plugins outlive the engine')
          await assertHeals(world, ['up', '--yes'], fiveNames, `up killed ${moment} ${step}`)

          const destroyed = await run(world, ['destroy', '--yes'], armed)
          assert.equal(
            destroyed.signal,
            'SIGKILL',
            `the failpoint did not fire: ${destroyed.stdout}${destroyed.stderr}`,
          )
          await assertHeals(world, ['destroy', '--yes'], [], `destroy killed ${moment} ${step}`)
        } finally {
          world.remove()
        }
      })
    }
  }

  test('twenty times during one deployment', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(five)
      for (let time = 0; time < 20; time++) {
        const moment = moments[time % moments.length]
        await run(world, ['up', '--yes'], { SLIPWAY_FAILPOINT: `${moment}:${1 + (time % 3)}` })
      }
      await assertHeals(world, ['up', '--yes'], fiveNames, 'after twenty kills')
    } finally {
      world.remove()
    }
  })
})
