import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { failureOf, type Trial } from '@slipway/sdk/testing'
import { maxLogBytes, tailOfLog } from '../processes/process-log.ts'
import { startWords } from '../processes/start.ts'
import {
  at,
  create,
  folder,
  folderOf,
  freePort,
  hasEnded,
  isAlive,
  numberIn,
  pidOf,
  resource,
  serverOn,
  sleeper,
} from '../processes/testing.ts'
import { resourceIn } from '../testing.ts'

const endOfFile = async (path: string): Promise<string> => (await readFile(path, 'latin1')).slice(-100)
const recordOf = (it: Trial): string =>
  join(folderOf(it), readdirSync(folderOf(it)).find((name) => name.startsWith('start-')) ?? '', 'process')
/** The record that a start which was cut short still writes. */
const recordPathOf = (it: Trial): string => join(folderOf(it), 'start-cut-short')
function until(file: string): string {
  return `until [ -e ${file} ]; do sleep 0.01; done`
}

describe('local/process', () => {
  test('starts, is recognised again, and ends with its files', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    await it.settle(state)
    assert.deepEqual({ ...(await it.read(state)) }, { ...state })
    assert.deepEqual({ ...(await it.read(sleeper)) }, { ...state })
    await it.destroy(state)
    assert.equal(isAlive(pidOf(state)), false)
    assert.equal(existsSync(folderOf(it)), false)
    assert.equal(await it.read(state), undefined)
    await it.destroy(state)
  })

  test('is recognised by a restored state without the files beside it', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    const beside = folderOf(it)
    await rename(beside, `${beside}.lost`)
    assert.deepEqual({ ...(await it.read(state)) }, { ...state })
    assert.equal(existsSync(beside), false, 'reading writes nothing')
    const { started: _, ...older } = state
    assert.equal(await it.read(older), undefined)
    const elsewhere = {
      ...state,
      started: `${(state['started'] as string).split(',').slice(0, 3).join(',')},other machine`,
    }
    assert.match((await failureOf(it.destroy(elsewhere))).message, /started on another machine/)

    const same = await it.update(state, { ...sleeper, stopTimeoutMs: 1000 })
    assert.equal(same['pid'], state['pid'])
    await rename(beside, `${beside}.lost-too`)
    const second = await it.update(same, { ...sleeper, env: { WORD: 'two' } })
    assert.equal(isAlive(pidOf(same)), false)
    await rename(beside, `${beside}.lost-again`)
    await it.destroy(second)
    assert.equal(isAlive(pidOf(second)), false)
    assert.equal(await it.read(second), undefined)
  })

  test('a change of its command restarts it, another change does not', async () => {
    const port = await freePort()
    const it = resource()
    const first = await create(it, serverOn(port, { WORD: 'one' }))
    await it.settle(first)
    const same = await it.update(first, { ...serverOn(port, { WORD: 'one' }), stopTimeoutMs: 1000 })
    assert.equal(same['pid'], first['pid'])
    const second = await it.update(same, serverOn(port, { WORD: 'two' }))
    await it.settle(second)
    assert.notEqual(second['pid'], first['pid'])
    assert.equal(isAlive(pidOf(first)), false)
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'two')
  })

  test('making it again does not make a second one', async () => {
    const it = resource()
    const [first, second] = [await create(it, sleeper), await create(it, sleeper)]
    assert.equal(first['pid'], second['pid'])
  })

  test('outlives the plugin, and a new plugin knows it', async () => {
    const program = `
      import { resourceIn } from ${JSON.stringify(import.meta.resolve('../testing.ts'))}
      const state = await resourceIn(${JSON.stringify(folder)}, 'local/process', 'shared').create(${JSON.stringify(sleeper)})
      process.stdout.write(String(state.pid), () => process.kill(process.pid, 'SIGKILL'))`
    const plugin = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = await Promise.all([plugin.stdout.toArray(), once(plugin, 'exit')])
    const pid = Number(Buffer.concat(output as Buffer[]).toString())
    assert.ok(isAlive(pid))
    const it = resourceIn(folder, 'local/process', 'shared')
    const state = await it.read(sleeper)
    assert.equal(state?.['pid'], pid)
    await it.destroy(state ?? {})
    assert.equal(isAlive(pid), false)
  })

  test('one that ends at once is a failure with the end of its output, and leaves nothing', async () => {
    const it = resource()
    const state = await create(it, { command: 'echo starting; echo "no config" >&2; exit 7' })
    // On a slow machine it runs for longer than a process must run to count as stable.
    await hasEnded(pidOf(state))
    const failure = await failureOf(it.settle(state))
    assert.deepEqual(failure.reasons, [
      'the process has ended with exit code 7',
      'the end of its output:',
      'starting',
      'no config',
    ])
    assert.equal(existsSync(folderOf(it)), false)
  })

  test('a program that cannot be run is named before the old process is stopped', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    await writeFile(at('plain'), '')
    for (const [spec, message] of [
      [{ command: 'no-such-program' }, 'command: there is no program no-such-program in the PATH'],
      [{ command: './nowhere/serve' }, 'command: there is no program ./nowhere/serve'],
      [{ command: '/tmp' }, 'command: /tmp cannot be run: it is not an executable file'],
      [{ command: 'plain', env: { PATH: ':/nowhere' } }, 'command: plain cannot be run: it is not an executable file'],
    ] as const) {
      const failure = await failureOf(it.update(state, spec))
      assert.deepEqual([failure.message, failure.refused], [message, true])
    }
    assert.ok(isAlive(pidOf(state)))
    assert.equal((await it.read(state))?.['pid'], state['pid'])
  })

  test('a program whose interpreter is missing is named', async () => {
    await writeFile(at('script'), '#!/no/such/interpreter\n', { mode: 0o755 })
    const it = resource()
    const state = await create(it, { command: './script' })
    await hasEnded(pidOf(state))
    const failure = await failureOf(it.settle(state))
    assert.deepEqual(failure.reasons, ['there is no program ./script, or its interpreter is missing'])
  })

  test('all of its group ends, even processes that ignore the signal', async () => {
    const it = resource()
    const command = 'trap "" TERM; sleep 600 & echo $! >grandchild; wait; wait'
    const state = await create(it, { command, stopTimeoutMs: 100 })
    await it.settle(state)
    const grandchild = await numberIn('grandchild')
    await it.destroy(state)
    assert.deepEqual([pidOf(state), grandchild].map(isAlive), [false, false])
  })

  test('what is left of the group ends when its leader has gone', async () => {
    const it = resource()
    const state = await create(it, { command: `sleep 600 & echo $! >left; ${until('settled')}` })
    await it.settle(state)
    await writeFile(at('settled'), '')
    await hasEnded(pidOf(state))
    const left = await numberIn('left')
    assert.equal((await it.read(state))?.['command'], '(has ended)')
    assert.ok(isAlive(left))
    await it.destroy(state)
    assert.equal(isAlive(left), false)
    assert.equal(existsSync(folderOf(it)), false)
  })

  test('a pid that now belongs to another process is left alone', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    const other = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    const record = await readFile(recordOf(it), 'utf8')
    process.kill(-pidOf(state), 'SIGKILL')
    const [, ...rest] = record.split('\n')
    const startedLongAgo = `${other.pid} (sleep) S ${'0 '.repeat(18)}1`
    await writeFile(recordOf(it), [startedLongAgo, ...rest].join('\n'))
    await it.destroy(state)
    assert.equal(other.exitCode ?? other.signalCode, null)
    assert.ok(isAlive(other.pid ?? 0))
    other.kill('SIGKILL')
    await once(other, 'exit')
  })

  test('a pid from before a reboot is left alone', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    const record = recordOf(it)
    const [line, , ...rest] = (await readFile(record, 'utf8')).split('\n')
    await writeFile(record, [line, 'another-boot', ...rest].join('\n'))
    await it.destroy(state)
    assert.ok(isAlive(pidOf(state)))
    process.kill(-pidOf(state), 'SIGKILL')
    await hasEnded(pidOf(state))
  })

  test('a long log is rotated at a deploy, and the process writes on', async () => {
    const it = resource()
    const lines = `head -c ${maxLogBytes} /dev/zero | tr '\\0' x; echo; echo before`
    const command = `${until('begin')}; ${lines}; ${until('go')}; echo after; exec sleep 600`
    const state = await create(it, { command })
    // It begins only now: a log that has grown long during the start is put aside by then.
    await writeFile(at('begin'), '')
    const log = join(folderOf(it), 'log')
    while (!(await endOfFile(log)).endsWith('before\n')) await sleep(10)
    await it.read(state)
    assert.ok(statSync(log).size > maxLogBytes)
    await it.update(state, { command })
    assert.equal(statSync(log).size, 0)
    assert.equal(statSync(`${log}.1`).size, maxLogBytes / 2)
    await writeFile(at('go'), '')
    while ((await endOfFile(log)) !== 'after\n') await sleep(10)
    assert.deepEqual((await tailOfLog({ path: '', log })).slice(-2), ['before', 'after'])
    assert.equal((await it.read(state))?.['pid'], state['pid'])
    await it.destroy(state)
    assert.equal(existsSync(folderOf(it)), false)
  })

  test('one that was started with another command has drifted', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    const actual = await it.read({ ...state, args: ['700'] })
    assert.equal(actual?.['command'], '(started with something else)')
    assert.equal(actual?.['pid'], state['pid'])
  })

  test('its stored data is for its user alone', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    const modes = readdirSync(folderOf(it), { recursive: true, withFileTypes: true }).map(
      ({ name, parentPath }) => statSync(join(parentPath, name)).mode & 0o077,
    )
    assert.deepEqual(modes, [0, 0, 0])
    await it.destroy(state)
  })

  test('one whose start was cut short is not found, and cannot appear once it is destroyed', async () => {
    const it = resource()
    const own = recordPathOf(it)
    await mkdir(own, { recursive: true })
    const [script, ...words] = startWords(join(own, 'process'), 'x', ['sleep', '600'])
    const child = spawn('/bin/sh', ['-c', `${until(at('destroyed'))}; ${script}`, ...words])
    const ended = once(child, 'exit')
    assert.equal(await it.read(sleeper), undefined)
    assert.ok(existsSync(own))
    await it.destroy(sleeper)
    await writeFile(at('destroyed'), '')
    assert.deepEqual(await ended, [126, null])
    assert.equal(existsSync(folderOf(it)), false)
  })

  test('one that comes late does not become a second one', async () => {
    for (const delay of [0, 0.002, 0.004, 0.006, 0.008, 0.01]) {
      const it = resource()
      const own = recordPathOf(it)
      await mkdir(own, { recursive: true })
      const [script, ...words] = startWords(join(own, 'process'), 'x', ['sleep', '600'])
      const child = spawn('/bin/sh', ['-c', `sleep ${delay}; ${script}`, ...words], { detached: true, stdio: 'ignore' })
      const ended = once(child, 'exit')
      const state = await create(it, sleeper)
      await ended
      assert.ok(isAlive(pidOf(state)))
      assert.equal((await it.read(sleeper))?.['pid'], state['pid'])
      await it.destroy(state)
    }
  })

  test('one that a crash has left aside is found, known again, and ends', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    await rename(folderOf(it), `${folderOf(it)}.gone`)
    assert.equal((await it.read(state))?.['pid'], state['pid'])
    assert.equal((await it.create(sleeper))['pid'], state['pid'])
    await rename(folderOf(it), `${folderOf(it)}.gone`)
    await it.destroy(state)
    assert.equal(isAlive(pidOf(state)), false)
    assert.equal(existsSync(`${folderOf(it)}.gone`), false)
  })

  test('one that version 0.1.0 has started is known', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    await rename(recordOf(it), join(folderOf(it), 'process'))
    await rm(dirname(recordOf(it)), { recursive: true })
    assert.equal((await it.create(sleeper))['pid'], state['pid'])
    await it.destroy(state)
    assert.equal(isAlive(pidOf(state)), false)
  })

  test('one that another machine has started is left alone: its state cannot be seen here', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    const record = await readFile(recordOf(it), 'utf8')
    const [line, , fingerprint] = record.split('\n')
    await writeFile(recordOf(it), [line, 'another-boot', fingerprint, 'another-machine', ''].join('\n'))
    for (const call of [() => it.read(state), () => it.update(state, sleeper), () => it.destroy(state)]) {
      const failure = await failureOf(call())
      assert.match(
        failure.message,
        new RegExp(`^it was started on another machine, as process ${pidOf(state)}, and may`),
      )
    }
    assert.ok(isAlive(pidOf(state)))
    await writeFile(recordOf(it), record)
    await it.destroy(state)
  })

  test('one that has ended is started again, and nothing of it is lost before', async () => {
    const it = resource()
    const state = await create(it, sleeper)
    process.kill(pidOf(state), 'SIGKILL')
    await hasEnded(pidOf(state))
    const found = await it.read(state)
    assert.deepEqual([found?.['pid'], found?.['command']], [state['pid'], '(has ended)'])
    assert.ok(existsSync(folderOf(it)))
    const again = await it.update(state, sleeper)
    assert.ok(isAlive(pidOf(again)))
    await it.destroy(again)
  })

  test('a folder that is not there is named', async () => {
    const failure = await failureOf(create(resource(), { ...sleeper, cwd: 'nowhere' }))
    assert.equal(failure.message, `cwd: there is no directory ${at('nowhere')}`)
  })
})
