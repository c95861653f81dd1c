import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { hasPs, psCommand, psEntries, psEnvironment, psMentioning, psUser } from './ps.ts'

test('ps gives the same facts as /proc: group, user, command', { skip: !hasPs() }, async (t) => {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  const [entry] = psEntries(pid)
  assert.deepEqual([entry?.pid, entry?.group], [pid, pid])
  assert.ok(Math.abs((entry?.start ?? 0) - Date.now() / 1000) < 60)
  assert.equal(psUser(pid), process.getuid?.())
  assert.deepEqual(psCommand(pid), ['sleep', '600'])
  assert.ok(psEntries().some((one) => one.group === pid))
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.deepEqual(psEntries(pid), [])
})

test('ps shows the environment of a process, also values with spaces', { skip: !hasPs() }, async (t) => {
  const env = { PATH: process.env['PATH'] ?? '', FIRST: 'two words', MARK: `1-2-${process.pid}` }
  const words = ['-c', 'sleep 600; true', 'OTHER=argument']
  const child = spawn('/bin/sh', words, { stdio: 'ignore', env, detached: true })
  const pid = child.pid ?? 0
  t.after(() => process.kill(-pid, 'SIGKILL'))
  await once(child, 'spawn')
  const found = psEnvironment(pid)
  assert.ok(found.includes('FIRST=two words') && found.includes(`MARK=1-2-${process.pid}`), found.join('\n'))
  assert.equal(found.includes('OTHER=argument'), false)
  assert.ok(psMentioning(`MARK=1-2-${process.pid}`).includes(pid))
})

test(
  'without /proc, a process is gone when its pid belongs to nobody or somebody else, and another boot proves nothing',
  { skip: !hasPs() },
  () => {
    const script = `
    const { isGone, processIdentity, isRunning } = await import(${JSON.stringify(join(import.meta.dirname, '../index.ts'))})
    const own = processIdentity()
    console.log(JSON.stringify([
      /^ps-\\d+\\/\\/$/.test(own.bootId), isGone(own), isGone({ ...own, pid: 4000000 }),
      isGone({ ...own, processStart: own.processStart - 100 }), isGone({ ...own, bootId: 'boot/1/machine' }), isRunning(own.pid, 0),
    ]))`
    const env = { ...process.env, SLIPWAY_PROCESSES: 'portable' }
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env,
    })
    assert.equal(stdout, '[true,false,true,true,false,true]\n', stderr)
  },
)
