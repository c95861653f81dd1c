import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fateOf, isGone, processIdentity } from './identity.ts'
import { processEntry } from './proc.ts'

describe('the holder of a lock', () => {
  const own = processIdentity()

  test('is not gone while it runs', () => {
    assert.equal(isGone(own), false)
    assert.equal(isGone({ ...own, processStart: 0 }), false)
  })

  test('is gone when its pid belongs to nobody, or somebody else', () => {
    assert.equal(isGone({ ...own, pid: 4_000_000 }), true)
    assert.equal(isGone({ ...own, processStart: own.processStart + 1000 }), true)
  })

  test('is gone when the machine has rebooted since', () => {
    const from = { host: 'localhost', bootId: 'boot-2/4026/machine' }
    const holder = { pid: process.pid, processStart: 0, host: 'localhost' }
    assert.equal(fateOf({ ...holder, bootId: 'boot-1/4026/machine' }, from), 'gone')
    assert.equal(fateOf({ ...holder, bootId: 'boot-2/4026/machine' }, from), 'runs')
    assert.equal(fateOf({ ...holder, pid: 4_000_000, bootId: 'boot-2/4026' }, from), 'gone')
  })

  test('may live on another machine of the same name: another boot proves nothing there', () => {
    const holder = { pid: 4_000_000, processStart: 0, host: 'localhost' }
    const anonymous = { host: 'localhost', bootId: 'boot-2/4026/' }
    for (const bootId of ['boot-1/4026/other', 'boot-1/4026/', 'boot-1/4026', '']) {
      assert.equal(
        fateOf({ ...holder, bootId }, { host: 'localhost', bootId: 'boot-2/4026/machine' }),
        'unknown',
        bootId,
      )
      assert.equal(fateOf({ ...holder, bootId }, anonymous), 'unknown', bootId)
    }
    assert.equal(fateOf({ ...holder, bootId: 'boot-1/4026/machine' }, anonymous), 'unknown')
  })

  test('may live on another machine, or in another container of this one: nobody can tell', () => {
    assert.equal(isGone({ ...own, pid: 4_000_000, host: 'another' }), false)
    assert.equal(isGone({ ...own, pid: 4_000_000, bootId: `${own.bootId.split('/')[0]}/1` }), false)
  })

  test('is gone when it is dead and not yet reaped', { skip: process.platform !== 'linux' }, async () => {
    // The shell becomes a sleep, which never waits for the child that it inherits; the child ends after that.
    const script = '(until grep -qx sleep /proc/$$/comm; do sleep 0.01; done) & echo $!; exec sleep 600'
    const parent = spawn('/bin/sh', ['-c', script])
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(String(line))
    while (processEntry(pid)?.state !== 'Z') await sleep(5)
    assert.equal(isGone({ ...own, pid, processStart: processEntry(pid)?.start ?? 0 }), true)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
  })
})
