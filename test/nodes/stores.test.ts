import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sentinelOf } from '@slipway/preparer'
import { describe, test } from '../cases.ts'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import { hooks, stayingPod } from './manifests.ts'
import { Nodes } from './nodes.ts'

type Kind = 'sqlite' | 'etcd' | 'redis'

/** Two nodes on a store, with the faults that the store may have. */
async function world(context: TestContext, kind: Kind) {
  const server = kind === 'sqlite' ? undefined : await startServer(kind)
  const nodes = new Nodes(['north', 'south'], server && `${kind}://127.0.0.1:${server.port}`)
  context.after(async () => {
    await nodes.remove()
    await server?.remove()
  })
  nodes.startAll()
  const empty = async (): Promise<void> => {
    await server?.kill()
    await server?.startEmpty()
    if (server === undefined)
      await nodes.withStore(async (store) => {
        const entries = await store.list('')
        await store.commit(entries.map(({ key }) => ({ type: 'delete', key })))
      })
  }
  const pids = async (): Promise<readonly (number | undefined)[]> =>
    (await nodes.status()).filter((status) => status.kind === 'pod').map(({ pid }) => pid)
  return { nodes, server, empty, pids }
}

for (const kind of ['sqlite', 'etcd', 'redis'] as const) {
  const skip = process.platform !== 'linux' || (kind !== 'sqlite' && missing(kind))
  describe(`preparers over ${kind}`, { skip }, () => {
    test('install, replace, keep and remove as the store says, and report there', async (context) => {
      const { nodes, pids } = await world(context, kind)
      const wanted = new Map<string, string>()
      wanted.set('web', (await nodes.schedule(stayingPod('web', 1), false)).hash)
      await nodes.converge(wanted)
      const before = await pids()
      wanted.set('web', (await nodes.schedule(stayingPod('web', 2), false)).hash)
      wanted.set('api', (await nodes.schedule(stayingPod('api', 1), false)).hash)
      await nodes.converge(wanted)
      for (const pid of before) assert.ok(!(await pids()).includes(pid))
      await nodes.unschedule('web')
      wanted.delete('web')
      await nodes.converge(wanted)
      const same = await pids()
      await nodes.schedule(stayingPod('api', 1), false)
      await sleep(300)
      assert.deepEqual(await pids(), same)
      await nodes.unschedule('api')
      await nodes.converge(new Map())
      assert.deepEqual(nodes.processes('program'), [])
    })

    test('remove nothing if the store has lost everything, until it is back or the loss is confirmed', async (context) => {
      const { nodes, empty } = await world(context, kind)
      const wanted = new Map([['web', (await nodes.schedule(stayingPod('web', 1), false)).hash]])
      await nodes.converge(wanted)
      const programs = await nodes.staying()
      await empty()
      await sleep(1500)
      assert.deepEqual(nodes.processes('program'), programs)
      // A preparer that starts during the fault does not do it either.
      await nodes.end('north', 'SIGKILL')
      nodes.start('north')
      await sleep(1500)
      assert.deepEqual(nodes.processes('program'), programs)
      for (const name of nodes.names) {
        assert.equal(await nodes.withStore((store) => store.get(sentinelOf(name))), undefined)
        await nodes.end(name, 'SIGTERM')
        nodes.start(name, '--accept-intent')
      }
      while (nodes.processes('program').length > 0) await sleep(20)
      await nodes.converge(new Map())
    })

    test(
      'continue while the store is down, even across a restart, and report later',
      { skip: kind === 'sqlite' },
      async (context) => {
        const { nodes, server } = await world(context, kind)
        for (const hook of ['observer', 'resident'] as const) await nodes.schedule(hooks[hook] ?? {}, true)
        const wanted = new Map([['web', (await nodes.schedule(stayingPod('web', 1), false)).hash]])
        await nodes.converge(wanted)
        const programs = await nodes.staying()
        await server?.kill()
        await assert.rejects(nodes.schedule(stayingPod('web', 2), false), { code: 'infra/store-unavailable' })
        await nodes.end('north', 'SIGKILL')
        nodes.start('north')
        await sleep(500)
        assert.deepEqual(nodes.processes('program'), programs)
        await server?.start()
        wanted.set('web', (await nodes.schedule(stayingPod('web', 3), false)).hash)
        await nodes.converge(wanted)
        const written = (): number => nodes.names.flatMap((name) => nodes.moments(name)).length
        const told = async (): Promise<number> => (await nodes.log()).filter(({ hook }) => hook === 'observer').length
        // A moment may still be written down after the pods run.
        while ((await told()) !== written()) await sleep(20)
      },
    )
  })
}
