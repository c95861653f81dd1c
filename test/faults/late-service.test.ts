/**
 * A service that takes effect late: the order is on its way when engine, plugin or user give up, and the ordered thing appears only when
 * the next run has long begun. It is made once all the same, and a destroy leaves nothing.
 */
import assert from 'node:assert/strict'
import { describe, test } from '../cases.ts'
import { run, start, type Running } from '../ledger/command.ts'
import { startLateService, type Asked, type LateService } from '../ledger/late-service.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'
import { recordedNames } from './expect.ts'

/** Longer than giving a call up, restarting the plugin and asking about the call's outcome takes. */
const lateMs = 2000
const blueprint = `version: 2025-11-02
resources:
  order:
    type: late/thing
    spec:
      label: once
`

interface Way {
  readonly name: string
  readonly env?: NodeJS.ProcessEnv
  /** Happens when the order has arrived. */
  readonly accident: (up: Running, order: Asked) => unknown
  /** Checks that the first run ended in the way in which it was cut short. */
  readonly cutShort: (ended: Awaited<Running['ended']>) => void
}

const ways: readonly Way[] = [
  {
    name: 'kill -9 of the engine',
    accident: ({ child }) => child.kill('SIGKILL'),
    cutShort: ({ signal }) => assert.equal(signal, 'SIGKILL'),
  },
  {
    name: 'kill -9 of the plugin',
    accident: (_, { pid }) => process.kill(pid, 'SIGKILL'),
    cutShort: ({ stderr }) => assert.match(stderr, /test\/late was killed by SIGKILL/),
  },
  {
    name: 'Ctrl-C twice',
    accident: interruptTwice,
    cutShort: ({ code, stderr }) => {
      assert.equal(code, 130)
      assert.match(stderr, /Abandoning running steps/)
    },
  },
  {
    name: 'the deadline of the engine',
    env: { SLIPWAY_PLUGINS_CALL_MS: '1000' },
    accident: () => undefined,
    cutShort: ({ stderr }) =>
      assert.match(stderr, /test\/late gets no new calls and is stopped: DeployResource did not answer within 1 s/),
  },
]

/** Two signals that arrive at once count as one. */
async function interruptTwice(up: Running): Promise<void> {
  up.child.kill('SIGINT')
  await up.said('Stopping: ')
  up.child.kill('SIGINT')
}

async function inWorld(work: (world: World, service: LateService) => Promise<void>): Promise<void> {
  const service = await startLateService(lateMs)
  const world = makeWorld()
  try {
    world.installLate(service.url)
    world.writeBlueprint(blueprint)
    await work(world, service)
  } finally {
    world.remove()
    await service.close()
  }
}

async function orderOf({ ended }: Running, { firstOrder }: LateService): Promise<Asked> {
  const order = await Promise.race([firstOrder, ended])
  return 'pid' in order ? order : assert.fail(`nothing was ordered: ${order.stderr}`)
}

function assertAskedWhenGone({ asked }: LateService, order: Asked): void {
  assert.deepEqual(
    asked.filter((one) => one.alive.length > 0 || (one.pid === order.pid && one !== order)),
    [],
    'asked while the process that had the order could still work on it',
  )
}

describe('a service that takes effect late', () => {
  for (const { name, env = {}, accident, cutShort } of ways)
    test(`does not lead to a second resource after ${name} and up, or to one left by destroy`, () =>
      inWorld(async (world, service) => {
        const first = start(world, ['up', '--yes'], env)
        const order = await orderOf(first, service)
        await accident(first, order)
        cutShort(await first.ended)

        const next = await run(world, ['up', '--yes'])
        assert.equal(next.code, 0, next.stdout + next.stderr)
        assert.deepEqual(
          (await service.things()).map(({ label }) => label),
          ['once'],
        )
        assert.deepEqual(await recordedNames(world), ['order'])
        const planned = await run(world, ['plan', '--refresh', '--detailed-exitcode'])
        assert.equal(planned.code, 0, planned.stdout + planned.stderr)

        const destroyed = await run(world, ['destroy', '--yes'])
        assert.equal(destroyed.code, 0, destroyed.stdout + destroyed.stderr)
        assert.deepEqual(await service.things(), [])
        assert.equal(service.made.length, 1, 'made more than once')
        assertAskedWhenGone(service, order)
        assert.deepEqual(await processesLeft(world, 30_000), [])
      }))

  test('a second up gets the lock after Ctrl-C twice only when the first one’s plugin is gone', () =>
    inWorld(async (world, service) => {
      world.installLate(service.url, 'stubborn')
      const first = start(world, ['up', '--yes'])
      const order = await orderOf(first, service)
      const next = start(world, ['up', '--yes', '--wait', '60'])
      await next.said('Waiting for ')
      await interruptTwice(first)
      assert.equal((await first.ended).code, 130)
      const { code, stderr } = await next.ended
      assert.equal(code, 0, stderr)
      assert.equal(service.made.length, 1)
      assertAskedWhenGone(service, order)
    }))
})
