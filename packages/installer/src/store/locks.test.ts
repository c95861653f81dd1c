import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Locks } from './locks.ts'

const { signal } = new AbortController()

function locksIn(context: TestContext): { readonly folder: string; readonly locks: Locks } {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-locks-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, locks: new Locks(folder) }
}

test('one process has it, the next waits until it is released', async (t) => {
  const { locks } = locksIn(t)
  const first = await locks.take('a', { signal })
  assert.equal(await locks.tryTake('a'), undefined)
  const waited: string[] = []
  const second = locks.take('a', { signal, onWait: () => waited.push('waits') }).then((lock) => {
    waited.push('has it')
    return lock
  })
  while (waited.length === 0) await new Promise(setImmediate)
  first.release()
  ;(await second).release()
  assert.deepEqual(waited, ['waits', 'has it'])
})

test('locks of different names are independent', async (t) => {
  const { locks } = locksIn(t)
  const first = await locks.take('a', { signal })
  const second = await locks.tryTake('b')
  assert.ok(second !== undefined)
  first.release()
  second.release()
})

test('many share it, and nobody has it alone meanwhile', async (t) => {
  const { locks } = locksIn(t)
  const shared = [await locks.share('a', { signal }), await locks.share('a', { signal })]
  assert.equal(await locks.tryTake('a'), undefined)
  for (const lock of shared) lock.release()
  const alone = await locks.tryTake('a')
  assert.ok(alone !== undefined)
  alone.release()
})

test('a waiting process can be cancelled', async (t) => {
  const { locks } = locksIn(t)
  const first = await locks.take('a', { signal })
  const control = new AbortController()
  const second = locks.take('a', { signal: control.signal, onWait: () => control.abort(new Error('enough')) })
  await assert.rejects(second)
  first.release()
})

test('a killed holder frees it at once', async (t) => {
  const { folder, locks } = locksIn(t)
  const script = `
    import { Locks } from ${JSON.stringify(join(import.meta.dirname, 'locks.ts'))}
    await new Locks(process.argv[1]).take('a', { signal: new AbortController().signal })
    console.log('has it')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  assert.equal(await locks.tryTake('a'), undefined)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const lock = await locks.tryTake('a')
  assert.ok(lock !== undefined)
  lock.release()
})
