import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'
import { failureOf, type Trial } from '@slipway/sdk/testing'
import { blueprintFolder, quietProvider, resourceIn } from '../testing.ts'

const folder = await blueprintFolder()
const at = (name: string): string => join(folder, name)
const resource = () => resourceIn(folder, 'local/command')
const linesOf = async (name: string): Promise<string[]> => (await readFile(at(name), 'utf8')).trim().split('\n')

function create(it: Trial, spec: object, signal: AbortSignal): Promise<unknown> {
  const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
  const context = { config: {}, variables: { blueprintDir: folder } }
  return quietProvider.deploy({ ...it.identity, spec: { ...spec }, changes, context }, { signal })
}

/** Waits until there is a number in a file, and returns it. */
async function numberIn(name: string): Promise<number> {
  for (;;) {
    const text = existsSync(at(name)) ? readFileSync(at(name), 'utf8') : ''
    if (text.endsWith('\n')) return Number(text)
    await sleep(5)
  }
}

/** A process that has ended and was not waited for yet is not alive. */
function isAlive(pid: number): boolean {
  return isRunning(pid, 0)
}

/** Makes a file with the number; the third version loses the file and fails. */
function version(number: number): object {
  return {
    create: `echo ${number} >version`,
    update: `rm version; [ ${number} != 3 ] && echo ${number} >version`,
    triggers: { number: String(number) },
  }
}

describe('local/command', () => {
  test('runs in the blueprint’s folder with its environment, and returns its output', async () => {
    const it = resource()
    const state = await it.create({
      create: 'printf "%s %s\\n\\n" "$WORD" "$SLIPWAY_RESOURCE_ID"; pwd; echo',
      env: { WORD: 'hello' },
    })
    assert.equal(state['stdout'], `hello ${it.identity.resourceId}\n\n${await realpath(folder)}`)
    assert.equal(state['exitCode'], 0)
    assert.deepEqual({ ...(await it.read(state)) }, { ...state })
  })

  test('may write to its output by name', async () => {
    const state = await resource().create({ create: 'echo one > /dev/stdout; echo two; echo aside > /dev/stderr' })
    assert.equal(state['stdout'], 'one\ntwo')
    const failure = await failureOf(resource().create({ create: 'echo no licence > /dev/stderr; exit 3' }))
    assert.match(String(failure.reasons), /no licence/)
  })

  test('create, update and delete each run at their time', async () => {
    const it = resource()
    const spec = { create: 'echo create >>log', update: 'echo update >>log', delete: 'echo delete >>log' }
    let state = await it.create(spec)
    state = await it.update(state, { ...spec, triggers: { a: '1' } })
    state = await it.update(state, { ...spec, triggers: { a: '1' }, timeoutMs: 60_000 })
    await it.destroy(state)
    assert.deepEqual(await linesOf('log'), ['create', 'update', 'delete'])
  })

  test('without update, create is run again', async () => {
    const it = resource()
    const state = await it.create({ create: 'echo one' })
    assert.equal((await it.update(state, { create: 'echo two' }))['stdout'], 'two')
  })

  test('a run that ended is not repeated, one that failed is', async () => {
    const it = resource()
    const spec = {
      create: 'echo run >>runs; [ "$(wc -l <runs)" -ge 2 ] && echo done',
      env: { SECRET: 'hunter2-is-long' },
    }
    await failureOf(it.create(spec))
    assert.equal((await it.create(spec))['stdout'], 'done')
    assert.equal((await it.create(spec))['stdout'], 'done')
    assert.deepEqual(await linesOf('runs'), ['run', 'run'])
    assert.equal((await resource().create(spec))['stdout'], 'done')
    assert.equal((await linesOf('runs')).length, 3)
  })

  test('after a failed update, the way back is run, also if it had run to its end before', async () => {
    const it = resource()
    const second = await it.update(await it.create(version(1)), version(2))
    await failureOf(it.update(second, version(3)))
    assert.equal(existsSync(at('version')), false)
    await it.update(second, version(2), 'update-failed')
    assert.deepEqual(await linesOf('version'), ['2'])
  })

  test('after a failed delete, a resource that is wanted again is created again', async () => {
    const it = resource()
    const spec = { create: 'echo made >made', update: 'false', delete: 'rm made; exit 4' }
    const state = await it.create(spec)
    await failureOf(it.destroy(state))
    await it.update(state, spec, 'destroy-failed')
    assert.deepEqual(await linesOf('made'), ['made'])
  })

  test('the completion mark gives nothing away, and goes with the resource', async () => {
    const it = resource()
    const state = await it.create({ create: 'echo "$PASSWORD"', env: { PASSWORD: 'correct-horse' } })
    assert.equal(state['stdout'], 'correct-horse')
    const mark = at(`.slipway/commands/${it.identity.resourceId}`)
    assert.equal((await readFile(mark, 'latin1')).includes('correct-horse'), false)
    await it.destroy(state)
    assert.deepEqual((await readdir(at('.slipway/commands'))).includes(it.identity.resourceId), false)
  })

  test('a failure shows the exit code and the end of stderr', async () => {
    const failure = await failureOf(resource().create({ create: 'echo no; echo out of paper >&2; exit 3' }))
    assert.equal(failure.pluginErrorCode, 'UNEXPECTED')
    assert.deepEqual(failure.reasons, ['create ended with exit code 3', 'out of paper'])
    const quiet = await failureOf(resource().create({ create: 'echo only stdout; exit 4' }))
    assert.deepEqual(quiet.reasons, ['create ended with exit code 4', 'only stdout'])
  })

  test('output is bounded', async () => {
    const state = await resource().create({ create: 'head -c 3000000 /dev/zero | tr "\\0" x' })
    assert.equal(state['stdout'], 'x'.repeat(1024 * 1024))
  })

  test('background processes that it leaves hold nothing up', async () => {
    const state = await resource().create({ create: 'sleep 30 & echo $!' })
    const pid = Number(state['stdout'])
    assert.ok(isAlive(pid))
    process.kill(pid)
  })

  test('a cancelled command is stopped with everything that it started', async () => {
    const abort = new AbortController()
    const it = resource()
    const call = create(it, { create: 'sleep 60 & echo $! >child; echo $$ >self; wait' }, abort.signal)
    const pids = [await numberIn('child'), await numberIn('self')]
    abort.abort(new Error('cancelled'))
    assert.equal((await failureOf(call)).message, 'cancelled')
    assert.deepEqual(pids.map(isAlive), [false, false])
  })

  test('a cancelled command has time to clean up', async () => {
    const abort = new AbortController()
    const text = 'trap "sleep 0.1; echo clean >cleaned; exit 0" TERM; echo $$ >polite; sleep 60 & wait'
    const call = create(resource(), { create: text }, abort.signal)
    await numberIn('polite')
    abort.abort(new Error('cancelled'))
    await failureOf(call)
    assert.deepEqual(await linesOf('cleaned'), ['clean'])
  })

  test('a command does not outlive the plugin', async () => {
    const program = `
      import { resourceIn } from ${JSON.stringify(import.meta.resolve('../testing.ts'))}
      await resourceIn(${JSON.stringify(folder)}, 'local/command').create({ create: 'echo $$ >orphan; sleep 60; sleep 60' })`
    const plugin = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { stdio: 'ignore' })
    const pid = await numberIn('orphan')
    plugin.kill('SIGKILL')
    while (isAlive(pid)) await sleep(5)
  })

  test('one that takes too long is stopped, even when it does not listen', async (context) => {
    // Its time is over once it has started, however long that takes.
    const limit = new AbortController()
    const { mock } = context.mock.method(AbortSignal, 'timeout', () => limit.signal)
    const spec = { create: 'trap "" TERM; echo $$ >stubborn; sleep 60; sleep 60', timeoutMs: 200 }
    const failing = failureOf(resource().create(spec))
    const pid = await numberIn('stubborn')
    limit.abort(new DOMException('the time is over', 'TimeoutError'))
    assert.equal((await failing).message, 'create took longer than 200 ms, and was stopped')
    assert.deepEqual(mock.calls[0]?.arguments, [200])
    assert.equal(isAlive(pid), false)
  })

  test('a folder that is not there is named', async () => {
    const failure = await failureOf(resource().create({ create: 'true', cwd: 'nowhere' }))
    assert.equal(failure.message, `cwd: there is no directory ${at('nowhere')}`)
  })
})
