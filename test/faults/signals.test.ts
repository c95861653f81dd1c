/** Fault rows 37 and 38: one Ctrl-C finishes the calls under way, two cancel them; nothing is lost either way. */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from '../cases.ts'
import { start } from '../ledger/command.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'
import { wide } from './blueprints.ts'
import { assertHeals, recordedNames } from './expect.ts'

const count = 60
const names = Array.from({ length: count }, (_, index) => `entry${index}`).sort()

/** Resolves when so many calls of the deployment have taken effect, or it has ended. */
async function madeSoFar(world: World, child: ChildProcess, calls: number): Promise<void> {
  while (world.entries().length < calls && child.exitCode === null && child.signalCode === null) await sleep(2)
}

describe('a signal', () => {
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    test(`${name} once lets calls in flight end and be recorded, and exits with ${code}`, async () => {
      const world = makeWorld()
      try {
        world.writeBlueprint(wide(count))
        // Both calls in flight, the second and the third, have made their entries, and end after the signal.
        world.orderAccident({ method: 'deploy', when: 'after', at: 2, how: 'wait' })
        const { child, ended, said } = start(world, ['up', '--yes', '--parallel', '2'])
        await madeSoFar(world, child, 3)
        child.kill(name)
        await said('Stopping')
        world.cancelAccident()
        const end = await ended
        assert.equal(end.code, code, end.stdout + end.stderr)
        const made = world.entries().map((entry) => entry.name)
        assert.ok(made.length < count, 'the signal came too late to prove anything')
        assert.deepEqual(await recordedNames(world), made, 'state and reality agree at once')
        assert.deepEqual(await processesLeft(world, 30_000), [])
        await assertHeals(world, ['up', '--yes'], names)
      } finally {
        world.remove()
      }
    })

    test(`${name} twice cancels calls, loses nothing, and exits with ${code}`, async () => {
      const world = makeWorld()
      try {
        world.writeBlueprint(wide(count))
        world.orderAccident({ method: 'deploy', when: 'after', at: 3, how: 'hang' })
        const { child, ended, said } = start(world, ['up', '--yes', '--parallel', '2'])
        await madeSoFar(world, child, 3)
        child.kill(name)
        await said('Stopping')
        child.kill(name)
        const end = await ended
        assert.equal(end.code, code, end.stdout + end.stderr)
        assert.deepEqual(await processesLeft(world, 30_000), [])
        world.cancelAccident()
        await assertHeals(world, ['up', '--yes'], names)
      } finally {
        world.remove()
      }
    })
  }

  test('SIGINT followed by SIGTERM, as CI sends them, saves everything before CI kills the process', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(wide(count))
      world.orderAccident({ method: 'deploy', when: 'after', at: 3, how: 'hang' })
      const { child, ended, said } = start(world, ['up', '--yes', '--parallel', '2'])
      await madeSoFar(world, child, 3)
      child.kill('SIGINT')
      await said('Stopping')
      child.kill('SIGTERM')
      // CI waits for some seconds; a busy machine may need more.
      const killed = setTimeout(() => child.kill('SIGKILL'), 60_000)
      const end = await ended
      clearTimeout(killed)
      assert.equal(end.signal, null, 'CI would have had to kill it')
      assert.equal(end.code, 130, end.stdout + end.stderr)
      assert.deepEqual(await processesLeft(world, 30_000), [])
      world.cancelAccident()
      await assertHeals(world, ['up', '--yes'], names)
    } finally {
      world.remove()
    }
  })
})
