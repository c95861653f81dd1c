/** Kills at random moments: what is wanted at the end runs, once, and nothing is forgotten. `SLIPWAY_CHAOS_RUNS=300` for more. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import { disallowed, Nodes, randomOf } from './chaos.ts'

const runs = Number(process.env['SLIPWAY_CHAOS_RUNS'] ?? 2)
const firstSeed = Number(process.env['SLIPWAY_CHAOS_SEED'] ?? 1)

describe('kill -9 at random moments', { skip: process.platform !== 'linux' }, () => {
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    test(`one node, seed ${seed}`, async (context) => {
      const nodes = new Nodes(['week'])
      context.after(() => nodes.remove())
      await disturb(nodes, seed)
    })
  }

  test('three preparers with etcd, which is killed, too', { skip: missing('etcd') }, async (context) => {
    const etcd = await startServer('etcd')
    const nodes = new Nodes(['one', 'two', 'three'], `etcd://127.0.0.1:${etcd.port}`)
    context.after(async () => {
      await nodes.remove()
      await etcd.remove()
    })
    await disturb(nodes, firstSeed, async () => {
      await etcd.kill()
      await sleep(200)
      await etcd.start()
    })
  })
})

async function disturb(nodes: Nodes, seed: number, disturbStore?: () => Promise<void>): Promise<void> {
  const random = randomOf(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const wanted = new Map<string, string>()
  let version = 0
  const schedule = async (): Promise<void> => {
    const id = pick(['api', 'web']) ?? 'web'
    wanted.set(id, (await nodes.schedulePod(id, version++)).hash)
  }
  const acts: readonly (() => Promise<void> | void)[] = [
    schedule,
    schedule,
    async () => {
      const id = pick(['api', 'web']) ?? 'web'
      await nodes.unschedule(id)
      wanted.delete(id)
    },
    async () => {
      const name = pick(nodes.names) ?? ''
      await nodes.end(name, 'SIGKILL')
      nodes.start(name)
    },
    () => kill(pick(nodes.processes('pod'))),
    () => kill(pick(nodes.processes('hook'))),
    ...(disturbStore === undefined ? [] : [disturbStore]),
  ]
  nodes.startAll()
  await nodes.scheduleObserver()
  await schedule()
  for (let act = 0; act < 14; act++) {
    await sleep(random() * 400)
    await pick(acts)?.()
  }
  wanted.set('web', (await nodes.schedulePod('web', version)).hash)
  await nodes.converge(wanted)
  assert.deepEqual(nodes.violations(), [])
  // A shim and its program for each pod on each node.
  assert.equal(nodes.processes('pod').length, 2 * wanted.size * nodes.names.length)
  assert.deepEqual(nodes.processes('hook'), [])
  const log = await nodes.log()
  for (const name of nodes.names) {
    const moments = nodes.moments(name)
    for (const pod of ['api', 'web']) assert.deepEqual(disallowed(moments, pod), [], `${name}: ${moments.join(', ')}`)
    const told = log
      .filter(({ node }) => node === name)
      .map(({ moment, pod, attempt }) => `${moment} ${pod} ${attempt}`)
    const untold = moments.filter((moment) => !told.includes(moment))
    assert.deepEqual(untold, [])
    assert.ok(told.length >= moments.length, 'each run is in the audit')
  }
  for (const id of wanted.keys()) await nodes.unschedule(id)
  await nodes.converge(new Map())
  assert.deepEqual(nodes.processes('pod'), [])
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // it was faster
  }
}
