import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitText } from '../exit-status.ts'
import { isRunning } from '../identity/identity.ts'
import { hasProc } from '../identity/proc.ts'
import { FirstBytes, LastBytes } from '../output/bounded-bytes.ts'
import { type Command, type CommandEnd, runCommand } from './run-command.ts'

interface Ran extends CommandEnd {
  readonly out: string
  readonly err: string
}

async function ran(command: string, more: Partial<Command> = {}): Promise<Ran> {
  const [out, err] = [new FirstBytes(1000), new LastBytes(1000)]
  const { signal } = new AbortController()
  const end = await runCommand({ command, cwd: tmpdir(), env: process.env, stdout: out, stderr: err, signal, ...more })
  return { ...end, out: String(out), err: String(err) }
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-command-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function numberIn(file: string): Promise<number> {
  while (!existsSync(file) || !readFileSync(file, 'utf8').endsWith('\n')) await sleep(5)
  return Number(readFileSync(file, 'utf8'))
}

describe('a command', () => {
  test('ends with its own exit, and its streams come apart or together', async () => {
    const { out, err, ...end } = await ran('echo out; echo err >&2; exit 3')
    assert.deepEqual([out, err, exitText(end), end.stopped], ['out\n', 'err\n', 'exit code 3', undefined])
    const together = new FirstBytes(1000)
    const { signal } = new AbortController()
    await runCommand({ command: 'echo 1; echo 2 >&2; echo 3', cwd: tmpdir(), env: {}, stdout: together, signal })
    assert.equal(String(together), '1\n2\n3\n')
    assert.equal(exitText(await ran('kill -SEGV $$')), 'signal SIGSEGV')
  })

  test('has no guard among its children, for which it might wait', { skip: !hasProc }, async () => {
    const { out } = await ran('cat /proc/$$/task/$$/children; true')
    // The command is the only process that is left.
    assert.match(out, /^\d+ $/)
  })

  test('that was not started says why', async () => {
    assert.match((await ran('true', { cwd: '/nowhere' })).error?.message ?? '', /ENOENT/)
    assert.equal((await ran('true', { signal: AbortSignal.abort() })).stopped, 'cancelled')
    await assert.rejects(ran(`: ${'x'.repeat(200_000)}`), /E2BIG/)
  })

  test('has time to finish when it is stopped, even without its leader', async (t) => {
    const dir = folder(t)
    const abort = new AbortController()
    const child = `sh -c 'trap "sleep 0.3; echo done > ended; exit" TERM; echo $$ > child; while :; do sleep 0.05; done'`
    const running = ran(`${child} & wait`, { cwd: dir, signal: abort.signal })
    const pid = await numberIn(join(dir, 'child'))
    // Its grace ends by our clock, which stands still once it is later than the last output of the leader.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    abort.abort()
    for (let passed = 0; passed < 1000; passed += 10) {
      t.mock.timers.tick(10)
      await sleep(1)
    }
    assert.equal((await running).stopped, 'cancelled')
    assert.equal(readFileSync(join(dir, 'ended'), 'utf8'), 'done\n')
    while (isRunning(pid, 0)) await sleep(5)
  })

  test('whose shell somebody kills leaves nothing running', { skip: !hasProc }, async (t) => {
    const [shell, started] = [join(folder(t), 'shell'), join(folder(t), 'started')]
    const ending = ran(`echo $$ > ${shell}; sleep 600 & echo $! > ${started}; wait`)
    const pid = await numberIn(started)
    process.kill(await numberIn(shell), 'SIGKILL')
    assert.equal((await ending).signal, 'SIGKILL')
    while (isRunning(pid, 0)) await sleep(5)
  })

  test('that ignores the signal is killed with everything that it started', async (t) => {
    const dir = folder(t)
    const command = `sh -c 'trap "" TERM; echo $$ > child; while :; do sleep 1; done' & wait`
    const abort = new AbortController()
    const running = ran(command, { cwd: dir, signal: abort.signal })
    const pid = await numberIn(join(dir, 'child'))
    abort.abort()
    assert.equal((await running).stopped, 'cancelled')
    while (isRunning(pid, 0)) await sleep(5)
  })

  test('is stopped at its timeout', async () => {
    assert.equal((await ran('sleep 600', { timeoutMs: 100 })).stopped, 'timeout')
  })
})
