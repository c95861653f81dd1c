/** Fault rows 20, 21 and 22: one writer per instance, even if engines sleep, die or come late. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from '../cases.ts'
import { run, start, type Running } from '../ledger/command.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'
import { five, fiveNames, wide } from './blueprints.ts'
import { assertHeals, assertReality } from './expect.ts'

/** Resolves when the engine has made an entry, or has ended. */
async function firstEntry(world: World, { child }: Running): Promise<void> {
  while (world.entries().length === 0 && child.exitCode === null && child.signalCode === null) await sleep(2)
}

async function statuses(world: World): Promise<readonly string[]> {
  const { stdout } = await run(world, ['state', 'list', '--json'])
  return (JSON.parse(stdout) as readonly { readonly status: string }[]).map(({ status }) => status)
}

describe('two engines on one instance', () => {
  test('create nothing twice, however often they start together', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(five)
      for (let round = 0; round < 5; round++) {
        const both = await Promise.all([run(world, ['up', '--yes']), run(world, ['up', '--yes'])])
        assert.ok(
          both.some((end) => end.code === 0),
          both.map((end) => end.stderr).join('\n---\n'),
        )
        await assertReality(world, fiveNames, `round ${round}`)
        await assertHeals(world, ['destroy', '--yes'], [])
      }
    } finally {
      world.remove()
    }
  })

  test('take turns, and the second is told who holds the lock and how to free it', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(wide(40))
      world.orderAccident({ method: 'deploy', when: 'before', at: 5, how: 'hang' })
      const first = start(world, ['up', '--yes', '--parallel', '2'])
      await firstEntry(world, first)
      const second = await run(world, ['up', '--yes'])
      assert.equal(second.code, 1, second.stdout)
      assert.match(second.stderr, new RegExp(`\\b${first.child.pid}\\b`), 'the holder is named')
      assert.match(second.stderr, /slipway state unlock/)
      assert.ok((await statuses(world)).includes('creating'))
      const planned = await run(world, ['plan'])
      assert.equal(planned.code, 0, planned.stderr)
      assert.match(
        planned.stderr,
        new RegExp(`is being changed by slipway up .*\\b${first.child.pid}\\b.*uses the records so far`),
      )
      first.child.kill('SIGKILL')
      await first.ended
      const left = await statuses(world)
      assert.ok(left.includes('create-interrupted') && !left.includes('creating'), left.join())
      assert.doesNotMatch((await run(world, ['plan'])).stderr, /being changed/)
      world.cancelAccident()
      await assertHeals(
        world,
        ['up', '--yes'],
        world.entries().length > 0 ? names(40) : [],
        'a dead holder is no holder',
      )
    } finally {
      world.remove()
    }
  })

  test('fence a holder that slept while its lock was broken', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(wide(40))
      // It does not come to its end before it is stopped.
      world.orderAccident({ method: 'deploy', when: 'before', at: 2, how: 'wait' })
      const first = start(world, ['up', '--yes', '--parallel', '1'])
      await firstEntry(world, first)
      first.child.kill('SIGSTOP')
      let unlocked = await run(world, ['state', 'unlock', '--yes'])
      // The engine was stopped in the middle of a commit, so it must run on for a moment.
      while (unlocked.stderr.includes('state/busy')) {
        first.child.kill('SIGCONT')
        await sleep(20)
        first.child.kill('SIGSTOP')
        unlocked = await run(world, ['state', 'unlock', '--yes'])
      }
      assert.equal(unlocked.code, 0, unlocked.stderr)
      world.cancelAccident()
      const successor = await run(world, ['up', '--yes'])
      assert.equal(successor.code, 0, successor.stderr)
      const left = async (): Promise<number[]> =>
        (await processesLeft(world, 0)).map((line) => Number.parseInt(line, 10))
      for (let tries = 0; tries < 1500 && (await left()).length > 1; tries++) await sleep(20)
      assert.deepEqual(await left(), [first.child.pid], 'only the sleeping engine is left, without its plugins')
      first.child.kill('SIGCONT')
      const woken = await first.ended
      assert.equal(woken.code, 1, `a fenced engine must fail: ${woken.stdout}`)
      assert.match(woken.stderr, /lock/)
      await assertReality(world, names(40), 'after the sleeper woke')
    } finally {
      world.remove()
    }
  })
})

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `entry${index}`).sort()
}
