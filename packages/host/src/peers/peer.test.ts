import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processEntry } from '@slipway/processes'
import { PeerCheck } from './peer.ts'

const needsProc = process.platform !== 'linux' && 'needs /proc'
const needsRoot = process.getuid?.() !== 0 && 'needs root'
const nobody = { uid: 65_534, gid: 65_534, cwd: '/' }

/** The processes of this test itself, as if they had been launched. */
const us = { group: processEntry(process.pid)?.group ?? 0, claimed: process.pid }

async function listening(t: TestContext): Promise<{ port: number; next: () => Promise<Socket> }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    next: async () => ((await once(server, 'connection')) as [Socket])[0],
  }
}

/** A Node of its own group that runs a script. */
function other(t: TestContext, script: string, options: object = {}): ChildProcess {
  const child = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  t.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return child
}

const group = (child: ChildProcess) => ({ group: child.pid ?? 0, claimed: 0 })

describe('the other end of a connection', { skip: needsProc }, () => {
  const peers = new PeerCheck()

  for (const [from, host] of [
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.1'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
  ] as const) {
    test(`is a process of the launched group, from ${from}`, async (t) => {
      const { port, next } = await listening(t)
      const [incoming, outgoing] = [next(), connect({ host, port, localAddress: from })]
      t.after(() => outgoing.destroy())
      assert.equal(await peers.refusalOf(await incoming, us), undefined)
      assert.equal(await peers.refusalOf(outgoing, us), undefined)
    })
  }

  test('may be a process of our user that was not launched', async (t) => {
    const { port, next } = await listening(t)
    const incoming = next()
    const stranger = other(t, `require('net').connect(${port}, '127.0.0.1')`)
    const socket = await incoming
    const refusal = await peers.refusalOf(socket, us)
    assert.deepEqual(
      [refusal?.stranger, refusal?.refusal],
      [true, 'it comes from a process that was not launched as this plugin'],
    )
    assert.equal(await peers.refusalOf(socket, group(stranger)), undefined)
  })

  test('may be a child of the launched process in its group', async (t) => {
    const { port, next } = await listening(t)
    const incoming = next()
    const child = `require('net').connect(${port}, '127.0.0.1')`
    const parent = other(t, `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}])`)
    // The child ends by itself with its connection, and the group with it.
    t.after(() => {
      try {
        process.kill(-(parent.pid ?? 0), 'SIGKILL')
      } catch (thrown) {
        assert.equal((thrown as NodeJS.ErrnoException).code, 'ESRCH')
      }
    })
    assert.equal(await peers.refusalOf(await incoming, group(parent)), undefined)
  })

  test('is unknown if the connection is closed', async (t) => {
    const { port, next } = await listening(t)
    const incoming = next()
    const hasty = connect({ port, host: '127.0.0.1' })
    const socket = await incoming
    hasty.destroy()
    await once(hasty, 'close')
    assert.match((await peers.refusalOf(socket, us))?.refusal ?? '', /closed at its other end/)
    socket.destroy()
    assert.match((await peers.refusalOf(socket, us))?.refusal ?? '', /closed at its other end/)
  })

  test('may be of another user, from any address', { skip: needsRoot }, async (t) => {
    const { port, next } = await listening(t)
    for (const localAddress of ['127.0.0.1', '127.0.0.2']) {
      const incoming = next()
      other(t, `require('net').connect({ port: ${port}, host: '127.0.0.1', localAddress: '${localAddress}' })`, nobody)
      const refusal = await peers.refusalOf(await incoming, us)
      assert.equal(refusal?.stranger, true)
      assert.equal(refusal?.refusal, 'it comes from a process of another user (user id 65534)')
    }
  })

  test('may be the launched process running as another user', { skip: needsRoot }, async (t) => {
    const { port, next } = await listening(t)
    const incoming = next()
    const plugin = other(t, `require('net').connect(${port}, '127.0.0.1')`, nobody)
    const refusal = await peers.refusalOf(await incoming, group(plugin))
    assert.equal(refusal?.stranger, false)
    assert.match(refusal?.refusal ?? '', /the plugin, which runs as another user than Slipway \(user id 65534\)/)
  })
})

describe('the listener', { skip: needsProc }, () => {
  const peers = new PeerCheck()

  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    test(`at a port of ${host} is found by the port`, async (t) => {
      const script = `require('net').createServer().listen(0, '${host}', function () { console.log(this.address().port) })`
      const plugin = other(t, script)
      const [line] = (await once(plugin.stdout ?? plugin, 'data')) as [Buffer]
      const port = Number(String(line))
      assert.equal(peers.problemOfPort(port, group(plugin)), undefined)
      assert.equal(
        peers.problemOfPort(port, us),
        `a process that was not launched as this plugin listens at 127.0.0.1:${port}`,
      )
    })
  }

  test('at a port without one is none', async (t) => {
    const { port } = await listening(t)
    assert.equal(peers.problemOfPort(port, us), undefined)
    assert.equal(peers.problemOfPort(1, us), 'no process listens at 127.0.0.1:1')
  })

  test('at a unix socket is found by its path', async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'slipway-peer-'))
    const path = join(dir, 'a socket')
    const server = createServer().listen(path)
    await once(server, 'listening')
    t.after(() => {
      server.close()
      rmSync(dir, { recursive: true })
    })
    assert.equal(peers.problemOfSocket(path, us), undefined)
    assert.equal(peers.problemOfSocket(`${path}2`, us), `no process listens at ${path}2`)
    const bystander = other(t, 'setInterval(() => {}, 1000)')
    assert.match(
      peers.problemOfSocket(path, group(bystander)) ?? '',
      /^a process that was not launched as this plugin listens /,
    )
  })
})

test('peers cannot be told apart if the system shows no sockets', async () => {
  const blind = new PeerCheck(false)
  assert.equal(await blind.refusalOf({}, us), undefined)
  assert.equal(blind.problemOfPort(1, us), undefined)
  assert.equal(blind.problemOfSocket('/nowhere', us), undefined)
})
