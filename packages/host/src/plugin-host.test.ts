import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connectChannel, route } from '@slipway/protocol'
import type { Exchange } from './supervise/recorded-channel.ts'
import { answer, ask, rpcFailure, theatre, until } from './supervise/testing.ts'
import type { Printed } from './launch/launcher.ts'

describe('plugins started together', () => {
  test('run in parallel, and are listed by name', async (t) => {
    const { host } = theatre(t)
    await host.start(['acme/y', 'acme/x'])
    assert.deepEqual(
      host.processes().map(({ id }) => id),
      ['acme/x', 'acme/y'],
    )
  })

  test('are all stopped if one fails, and may be started later', async (t) => {
    const gone = { reason: 'is out of sorts', permanent: true }
    const { host, launches } = theatre(t, { scripts: [{}, { greeted: gone }] })
    await assert.rejects(host.start(['acme/x', 'acme/y']), {
      message: /^acme\/y 1\.0\.0 did not start .*: it is out of sorts$/,
    })
    assert.deepEqual(host.processes(), [])
    assert.ok(launches.every(({ isClosed }) => isClosed))
    await host.start(['acme/x', 'acme/y'])
    assert.equal(host.processes().length, 2)
  })

  test('leave running plugins alone', async (t) => {
    const gone = { reason: 'is out of sorts', permanent: true }
    const { host } = theatre(t, { scripts: [{}, { greeted: gone }] })
    const { pid } = await host.connect('acme/x')
    await assert.rejects(host.start(['acme/x', 'acme/y']))
    assert.deepEqual(
      host.processes().map((running) => running.pid),
      [pid],
    )
  })
})

test('a plugin that is not installed is refused, until it is added', async (t) => {
  const { host, launches } = theatre(t)
  const { pid } = await host.connect('acme/x')
  await assert.rejects(host.connect('acme/z'), {
    code: 'host/unknown-plugin',
    message: 'the plugin acme/z is not installed',
    hint: /slipway plugin list/,
  })
  const known = launches[0]?.options.plugin
  assert.ok(known)
  host.add({ ...known, id: 'acme/z', version: '3.0.0' })
  const { id, version, kind, namespace, file } = await host.connect('acme/z')
  assert.deepEqual([id, version, kind, namespace, file], ['acme/z', '3.0.0', 'provider', 'x', '/plugins/x'])
  assert.equal((await host.connect('acme/x')).pid, pid)
  assert.equal(launches[0]?.options.installed('acme/z')?.version, '3.0.0')
})

test('each configuration has its own process, log, variables and version', async (t) => {
  const shell = 'echo "$WHERE $KEEP $SAID"; exec cat >/dev/null'
  const { host, launches, log } = theatre(t, { scripts: [{}, { shell, greeted: { version: '' } }] })
  const plain = await host.connect('acme/x')
  const known = launches[0]?.options.plugin
  assert.ok(known)
  const special = {
    parameter: { name: 'shelf', args: ['a'] },
    plugin: { ...known, version: '7.0.0' },
    variables: { WHERE: 'REGION' },
    environment: { KEEP: 'all' },
  }
  const other = await host.connect('acme/x', 'west', special)
  assert.notEqual(other.pid, plain.pid)
  assert.deepEqual([other.id, other.version], ['acme/x', '7.0.0'])
  assert.equal((await host.connect('acme/x', 'west')).pid, other.pid)
  assert.deepEqual(launches[1]?.options.plugin.parameter, special.parameter)
  await until(() => log('acme/x@west').includes('east all by the dialect'))
  host.note('acme/x@west', 'mind this')
  host.note('acme/nobody', 'nor that')
  await host.stop()
  assert.match(log('acme/x@west'), /mind this/)
  assert.match(log('acme/x'), /launched \/plugins\/x 1\.0\.0 as process \d+/)
})

test('calls are reported after their end, if requested', async (t) => {
  const told: Exchange[] = []
  const { host, launches } = theatre(t, { onExchange: (exchange) => told.push(exchange) })
  const { channel } = await host.connect('acme/x')
  const calling = channel.call(ask, {})
  assert.equal(told.length, 0)
  launches[0]?.channel.calls[0]?.end(answer('books'))
  assert.deepEqual(await calling, answer('books'))
  const failing = channel.call(ask, {})
  launches[0]?.channel.calls[1]?.fail(rpcFailure('protocol/refused', { delivered: true, ended: true }))
  await assert.rejects(failing)
  const [first, second] = told
  assert.ok(first && second)
  assert.deepEqual(
    [first.pluginId, first.method, first.request, first.response],
    ['acme/x', ask.name, {}, answer('books')],
  )
  assert.ok(first.durationMs >= 0 && first.durationMs < 600_000)
  assert.deepEqual(
    [second.failure, 'response' in second, 'failure' in first],
    ['no answer: protocol/refused', false, false],
  )
})

test('remarks of plugins are passed on without secrets, and their output is logged', async (t) => {
  const printed: Printed[] = []
  const shell = 'echo aloud; echo silent; echo "psst pass" >&2; exec cat >/dev/null'
  const { host, log } = theatre(t, {
    scripts: [{ shell }],
    onPrinted: (line) => printed.push(line),
    redact: (line) => line.replace('pass', '(secret)'),
  })
  await host.connect('acme/x')
  await until(() => printed.length === 2 && log('acme/x').includes('silent'))
  assert.deepEqual(printed.map(({ pluginId, stream, line }) => `${pluginId} ${stream} ${line}`).sort(), [
    'acme/x stderr (secret)',
    'acme/x stdout aloud',
  ])
  assert.match(log('acme/x'), /silent/)
})

test('plugins get the engine’s environment, or what a policy lists', async (t) => {
  const shell = 'echo "region ${REGION:-none}, cache ${NODE_COMPILE_CACHE:-none}"; exec cat >/dev/null'
  for (const [environmentPolicy, said] of [
    [undefined, 'region east'],
    [{ mode: 'listed', names: [] }, 'region none'],
    [{ mode: 'listed', names: ['REG*'] }, 'region east'],
  ] as const) {
    const { host, log } = theatre(t, { scripts: [{ shell }], ...(environmentPolicy && { environmentPolicy }) })
    await host.connect('acme/x')
    await until(() => log('acme/x').includes('cache none'))
    assert.match(log('acme/x'), new RegExp(said))
  }
})

describe('the end of a host', () => {
  test('leaves no record, no folder and no listener', async (t) => {
    const { host, folder, launches } = theatre(t)
    await host.connect('acme/x')
    const of = launches[0]?.options.folders.path
    assert.ok(of !== undefined && existsSync(of))
    assert.equal(readdirSync(join(folder, 'run')).filter((name) => name.endsWith('.groups')).length, 1)
    await host.stop()
    assert.equal(existsSync(of), false)
    assert.deepEqual(
      readdirSync(join(folder, 'run')).filter((name) => name.endsWith('.groups')),
      [],
    )
  })

  test('is hurried by a second request', async (t) => {
    const { host } = theatre(t, { graceMs: 600_000, scripts: [{ shell: 'trap "" TERM; echo ready; cat; sleep 600' }] })
    const { pid } = await host.connect('acme/x')
    const stopping = host.stop()
    assert.equal(host.stop(0), stopping)
    await stopping
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })

  test('is immediate if nothing was started', async (t) => {
    const { host, events, folder } = theatre(t)
    await host.stop()
    assert.deepEqual([events, readdirSync(folder)], [[], []])
  })
})

test('a plugin that cannot be recorded is not started', async (t) => {
  const { host, folder, launches } = theatre(t)
  writeFileSync(join(folder, 'run'), 'a file')
  await assert.rejects(host.connect('acme/x'), {
    code: 'host/runtime-dir',
    message: /^plugins cannot be recorded in .*\/run, so none is started: /,
    hint: /^make the folder writable; without the record/,
  })
  assert.equal(launches.length, 0)
  assert.equal(readFileSync(join(folder, 'run'), 'utf8'), 'a file')
})

test('a port is called only if a plugin listens there', async (t) => {
  const { host } = theatre(t)
  await assert.rejects(host.dial(1), {
    code: 'host/foreign-port',
    message: 'Slipway does not call the address that the program named: no plugin runs',
  })
  await host.connect('acme/x')
  await assert.rejects(host.dial(1), { code: 'host/foreign-port', message: /program named: (?!no plugin runs)/ })
})

test('the port for plugins is closed while none runs', async (t) => {
  const { host } = theatre(t)
  let calls = 0
  const door = await host.serve([route(ask, () => (calls++, {}))], 1000)
  const channel = connectChannel({ port: Number(door.address.split(':')[1]) })
  await assert.rejects(channel.call(ask, {}), { message: /UNAUTHENTICATED: no plugin runs/ })
  channel.close()
  await door.close()
  assert.equal(calls, 0)
})
