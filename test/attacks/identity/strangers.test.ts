import { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PluginHost } from '@slipway/host'
import { describe, test } from '../../cases.ts'
import { deployer, isAlive, sandbox, until, type Sandbox } from '../../faulty/sandbox.ts'
import { otherUser, skipWithoutOtherUsers, victim } from './other-user.ts'
import { startStranger, type Stranger } from './stranger-process.ts'
import { WaitingPlugin, type Door } from './waiting-plugin.ts'

const limit = { timeout: 240_000 }
const id = 'acme/x'
const loopbacks = ['127.0.0.1', '127.0.0.2', '::1']

/** Tries everything that a stranger can try at a door; none of it is answered with success. */
async function knock(stranger: Stranger, { port, pid }: Door): Promise<void> {
  for (const from of loopbacks) {
    const claim = { port, from, pluginId: id, instanceId: String(pid) }
    await stranger.ask({ do: 'hang around', port, from, count: 20 })
    const { answer, error } = await stranger.ask({ do: 'register', ...claim })
    const success = answer !== undefined && 'success' in answer ? answer.success : false
    assert.equal(success, false, JSON.stringify({ from, answer, error }))
    for (let times = 0; times < 3; times++) await stranger.ask({ do: 'hit and run', ...claim })
  }
}

/** The answer comes from the plugin itself, and nobody in its place. */
async function worksAsItself(host: PluginHost): Promise<number> {
  const plugin = await host.connect(id)
  const answer = await deployer(plugin)({})
  assert.equal(answer['spec.pid'], plugin.pid)
  return plugin.pid
}

function assertTold(box: Sandbox, launches: number): void {
  const told = box.events.filter(({ kind }) => kind === 'refused').map(({ message }) => message)
  assert.ok(told.length > 0 && told.length <= 10 * launches, `${told.length} refusals`)
  for (const message of told) assert.match(message, /^a registration as acme\/x is refused: it comes /)
}

describe('another user of this machine', { ...limit, skip: skipWithoutOtherUsers }, () => {
  let stranger: Stranger
  before(() => {
    stranger = startStranger(otherUser)
  })
  after(() => stranger.end())

  for (let round = 1; round <= 6; round++) {
    const behaviour = round % 2 === 0 ? 'good' : 'foreign'
    test(`cannot connect at the first launch, at a relaunch, or later: round ${round} (${behaviour})`, async (t) => {
      const box = sandbox(t)
      const plugin = new WaitingPlugin(box, id, behaviour)
      const host = box.host()
      const starting = host.connect(id)
      const door = await plugin.door(1)
      await knock(stranger, door)
      plugin.letGo()
      await starting
      const pid = await worksAsItself(host)
      await knock(stranger, door)

      plugin.holdBack()
      process.kill(pid, 'SIGKILL')
      await knock(stranger, await plugin.door(2))
      plugin.letGo()
      assert.notEqual(await worksAsItself(host), pid)
      assertTold(box, 2)
      assert.deepEqual(await stranger.ask({ do: 'report' }), { visits: 0 })
    })
  }

  test("cannot use the plugin's own port with a stolen host id", async (t) => {
    const box = sandbox(t)
    box.install(id, 'on-a-port')
    const running = await box.host().connect(id)
    const port = Number(box.read())
    const { answer, error } = await stranger.ask({ do: 'call', port, hostId: running.hostId })
    assert.equal(answer, undefined)
    assert.match(error ?? '', /UNAUTHENTICATED/)
    assert.ok(await deployer(running)({}))
  })

  test('cannot connect to the engine of an ordinary user', async (t) => {
    const box = sandbox(t)
    const plugin = new WaitingPlugin(box, id, 'foreign')
    for (const folder of [box.dir, box.root]) chownSync(folder, victim.uid, victim.gid)
    mkdirSync(join(box.dir, 'run'))
    chownSync(join(box.dir, 'run'), victim.uid, victim.gid)
    chmodSync(box.dir, 0o755)
    const engine = spawn(process.execPath, [join(import.meta.dirname, '../../faulty/engine.ts'), box.dir, id], {
      ...victim,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => engine.kill('SIGKILL'))
    const ready = once(engine.stdout, 'data') as Promise<[Buffer]>
    const door = await plugin.door(1)
    await knock(stranger, door)
    plugin.letGo()
    assert.deepEqual(JSON.parse(String((await ready)[0])), [door.pid])
    assert.deepEqual(await stranger.ask({ do: 'report' }), { visits: 0 })
    engine.kill('SIGKILL')
    await until(() => !isAlive(door.pid))
  })
})

describe('another program of the same user', limit, () => {
  let stranger: Stranger
  before(() => {
    stranger = startStranger()
  })
  after(() => stranger.end())

  for (const behaviour of ['foreign', 'good']) {
    test(`is refused before the plugin connects (${behaviour})`, async (t) => {
      const box = sandbox(t)
      const plugin = new WaitingPlugin(box, id, behaviour)
      const host = box.host()
      const starting = host.connect(id)
      await knock(stranger, await plugin.door(1))
      plugin.letGo()
      await starting
      await worksAsItself(host)
      assertTold(box, 1)
      assert.deepEqual(await stranger.ask({ do: 'report' }), { visits: 0 })
    })
  }

  test('cannot block the plugin with many silent connections', async (t) => {
    const box = sandbox(t)
    const plugin = new WaitingPlugin(box, id, 'foreign')
    const host = box.host()
    const starting = host.connect(id)
    const { port } = await plugin.door(1)
    for (let times = 0; times < 3; times++) await stranger.ask({ do: 'hang around', port, count: 300 })
    plugin.letGo()
    await starting
    await worksAsItself(host)
    await stranger.ask({ do: 'hang around', port, count: 300 })
    await worksAsItself(host)
    assertTold(box, 1)
  })
})
