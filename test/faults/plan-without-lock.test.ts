/** A plan takes no lock: it ends the remains of a dead engine before it asks, and leaves a living run alone. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { isAlive, until } from '../faulty/sandbox.ts'
import { run, start, type Running } from '../ledger/command.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'
import { five, fiveNames } from './blueprints.ts'
import { assertHeals } from './expect.ts'

interface Hanging extends Running {
  readonly guardian: number
  readonly plugin: number
}

/** An `up` with a plugin that has accepted a call and does not finish it. */
async function hangingUp(world: World): Promise<Hanging> {
  world.writeBlueprint(five)
  world.orderAccident({ method: 'deploy', when: 'before', at: 2, how: 'hang' })
  const up = start(world, ['up', '--yes'])
  await until(() => existsSync(join(world.ledger, 'fault-done.json')))
  const runtime = join(world.folder, '.slipway/run')
  const [record = ''] = readdirSync(runtime).map((name) => readFileSync(join(runtime, name), 'utf8'))
  const pidOf = (line: RegExp): number => Number(line.exec(record)?.[1] ?? assert.fail(record))
  return { ...up, guardian: pidOf(/^g (\d+)/m), plugin: pidOf(/^\+ (\d+)/m) }
}

describe('a plan', () => {
  test('first ends a plugin left by an engine that was killed with its guardian', async () => {
    const world = makeWorld()
    try {
      const { child, ended, guardian, plugin } = await hangingUp(world)
      // While stopped, neither can react to the other's death.
      child.kill('SIGSTOP')
      process.kill(guardian, 'SIGKILL')
      child.kill('SIGKILL')
      await ended
      // A plugin of our SDK ends by itself when its host is gone; a plugin that is still there is ended by the plan.
      const planned = await run(world, ['plan'])
      assert.equal(planned.code, 0, planned.stderr)
      assert.equal(isAlive(plugin), false)
      await assertHeals(world, ['up', '--yes'], fiveNames)
    } finally {
      world.remove()
    }
  })

  test('during a live run names its user, and leaves its plugins alone', async () => {
    const world = makeWorld()
    try {
      const { child, ended, plugin } = await hangingUp(world)
      const planned = await run(world, ['plan'])
      assert.equal(planned.code, 0, planned.stderr)
      assert.match(planned.stderr, /ledger is being changed by slipway up of .* \(pid \d+, for /)
      assert.equal(isAlive(plugin), true)
      child.kill('SIGKILL')
      await ended
      assert.deepEqual(await processesLeft(world, 30_000), [])
      await assertHeals(world, ['up', '--yes'], fiveNames)
    } finally {
      world.remove()
    }
  })
})
