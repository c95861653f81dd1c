import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isGone, processIdentity } from './identity.ts'
import { processEntry } from './proc.ts'

describe('the holder of a lock', () => {
  const own = processIdentity()

  test('is not gone while it runs', () => {
    assert.equal(isGone(own), false)
    assert.equal(isGone({ ...own, processStart: 0 }), false)
  })

  test('is gone when its pid is nobody, or somebody else', () => {
    assert.equal(isGone({ ...own, pid: 4_000_000 }), true)
    assert.equal(isGone({ ...own, processStart: own.processStart + 1 }), true)
  })

  test('is gone when the machine was started anew since', () => {
    assert.equal(isGone({ ...own, bootId: `another/${own.bootId.split('/')[1]}` }), true)
  })

  test('may live on another machine, or in another container of this one: nobody can tell', () => {
    assert.equal(isGone({ ...own, pid: 4_000_000, host: 'another' }), false)
    assert.equal(isGone({ ...own, pid: 4_000_000, bootId: `${own.bootId.split('/')[0]}/1` }), false)
  })

  test('is gone when it is dead and only not yet buried', { skip: process.platform !== 'linux' }, async () => {
    // The shell becomes a sleep, which never looks after the child that it inherits; the child ends after that.
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
