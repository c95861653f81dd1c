import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { failureOf } from '@slipway/sdk/testing'
import { create, folderOf, freePort, hasEnded, isAlive, pidOf, resource, serverOn } from '../processes/testing.ts'

describe('the health of a local/process', () => {
  test('is ready when it answers', async () => {
    const port = await freePort()
    const it = resource()
    const state = await create(it, serverOn(port, { WORD: 'hello' }))
    await it.settle(state)
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'hello')
    assert.equal((await readFile(join(folderOf(it), 'log'), 'utf8')).trim(), 'ready')
    assert.equal(state['logFile'], join(folderOf(it), 'log'))
  })

  test('a taken port is named before anything is started', async (context) => {
    const taken = createServer().listen(0, '127.0.0.1')
    context.after(() => taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const failure = await failureOf(create(resource(), serverOn(port)))
    assert.equal(failure.pluginErrorCode, 'BAD_INPUT')
    assert.match(failure.message, new RegExp(`^127.0.0.1:${port} is taken: another program listens there`))
  })

  test('without a health check a taken port shows in the end of the output', async (context) => {
    const taken = createServer().listen(0, '127.0.0.1')
    context.after(() => taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const it = resource()
    const { health: _, ...spec } = serverOn(port)
    const state = await create(it, spec)
    // Under load Node takes longer to start than a process must live to count as stable.
    await hasEnded(pidOf(state))
    const failure = await failureOf(it.settle(state))
    assert.match(failure.reasons.join('\n'), /EADDRINUSE/)
  })

  test('one that does not get healthy is stopped, and shows its answer', async () => {
    const port = await freePort()
    const it = resource()
    const spec = { ...serverOn(port, { STATUS: '500' }), health: { http: `http://127.0.0.1:${port}/`, timeoutMs: 600 } }
    const state = await create(it, spec)
    const failure = await failureOf(it.settle(state))
    assert.match(failure.message, /did not answer at http:.* within 600 ms: (HTTP status 500|connect ECONNREFUSED)/)
    assert.equal(isAlive(pidOf(state)), false)
    assert.equal(existsSync(folderOf(it)), false)
  })

  test('one that ran before is left running when a change of its health check alone fails', async () => {
    const port = await freePort()
    const it = resource()
    const first = await create(it, serverOn(port))
    await it.settle(first)
    // waits as long as the new time limit, which counts from the check on
    await sleep(300)
    const changed = { ...serverOn(port), stopTimeoutMs: 1000 }
    const closed = { ...changed, health: { http: `http://127.0.0.1:${await freePort()}/`, timeoutMs: 300 } }
    const begun = performance.now()
    const updated = await it.update(first, closed)
    const failure = await failureOf(it.settle(updated))
    assert.ok(performance.now() - begun >= 250)
    assert.match(failure.message, /did not answer at .* within 300 ms: .*; it ran before, so it keeps running$/)
    assert.ok(isAlive(pidOf(first)))
    const well = await it.update(updated, changed, 'update-failed')
    await it.settle(well)
    assert.equal(well['pid'], first['pid'])
  })

  test('one that a restart has started is stopped when it does not get healthy, also if it is asked for again', async () => {
    const port = await freePort()
    const it = resource()
    const first = await create(it, serverOn(port))
    await it.settle(first)
    const spec = { ...serverOn(port, { STATUS: '500' }), health: { http: `http://127.0.0.1:${port}/`, timeoutMs: 600 } }
    const second = await it.update(first, spec)
    assert.equal((await it.update(first, spec))['pid'], second['pid'])
    assert.match((await failureOf(it.settle(second))).message, /within 600 ms: [^;]*$/)
    assert.equal(isAlive(pidOf(second)), false)
  })
})
