import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTaskPlugin, type TaskOutcome, type ToldTask } from '../index.ts'
import { localTaskRunner } from './local-runner.ts'
import { shellTask, testDirectory, writePlugin } from './testing.ts'

const node = { name: 'local', roles: [] }

/** Runs the one task of a text in a directory. */
async function ran(
  directory: string,
  tasks: string,
  signal = new AbortController().signal,
  told?: ToldTask,
): Promise<TaskOutcome> {
  const runner = localTaskRunner({ ...process.env, SLIPWAY_PASSPHRASE: 'canary' })
  const metadata = { file: 'metadata.yaml', text: 'name: p\nversion: 1\n' }
  const { plugin, diagnostics } = readTaskPlugin(
    { directory, metadata, tasks: { file: 'tasks.yaml', text: tasks } },
    runner.types,
  )
  const task = plugin?.tasks[0]
  assert.ok(task, diagnostics.map(({ message }) => message).join())
  assert.deepEqual(diagnostics, [])
  return runner.run({ task, node, directory, signal, ...(told && { told }) })
}

function fileTask(type: string, parameters: object): string {
  return `- {role: '*', stage: pre_deployment, type: ${type}, parameters: ${JSON.stringify(parameters)}}\n`
}

describe('a shell task', () => {
  test('runs in the directory of its plugin, and its output comes back', async (context) => {
    const directory = testDirectory(context)
    writeFileSync(
      join(directory, 'deploy.sh'),
      'echo "out $SLIPWAY_TASK_STAGE"; echo err >&2; echo "[$SLIPWAY_PASSPHRASE]"\n',
    )
    const outcome = await ran(directory, shellTask('pre_deployment/5', 'sh ./deploy.sh'))
    assert.equal(outcome.outcome, 'succeeded')
    assert.equal(outcome.exitCode, 0)
    assert.deepEqual(outcome.output.split('\n').sort(), ['', '[]', 'err', 'out pre_deployment/5'])
  })

  test('finds what it is told in a file that only its user can read, and that is gone afterwards', async (context) => {
    const directory = testDirectory(context)
    const cmd =
      'echo "$SLIPWAY_TASK_INSTANCE"; stat -c %a "$SLIPWAY_TASK_INPUT"; cat "$SLIPWAY_TASK_INPUT"; echo "$SLIPWAY_TASK_INPUT" > where; exit 3'
    const { signal } = new AbortController()
    const { output } = await ran(directory, shellTask('pre_deployment', cmd), signal, {
      instance: 'prod',
      input: '{}\n',
    })
    assert.equal(output, 'prod\n600\n{}\n')
    assert.ok(!existsSync(readFileSync(join(directory, 'where'), 'utf8').trim()))
    const alone = await ran(directory, shellTask('pre_deployment', 'echo "[$SLIPWAY_TASK_INPUT]"'))
    assert.equal(alone.output, '[]\n')
  })

  test('takes away what a killed Slipway has left of it', async (context) => {
    const directory = testDirectory(context)
    const before = process.env['TMPDIR']
    context.after(() => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    })
    process.env['TMPDIR'] = directory
    const told = { instance: 'prod', input: '{}\n' }
    const { signal } = new AbortController()
    const { output } = await ran(directory, shellTask('pre_deployment', 'dirname "$SLIPWAY_TASK_INPUT"'), signal, told)
    const own = basename(output.trim())
    const left = own.replace(`-${process.pid}-`, '-4000000-')
    assert.notEqual(left, own)
    for (const name of [left, own]) mkdirSync(join(directory, name))
    await ran(directory, shellTask('pre_deployment', 'true'), signal, told)
    assert.deepEqual(readdirSync(directory), [own])
  })

  test('may open its streams by name, and they stay in order', async (context) => {
    const cmd = 'echo 1; echo 2 > /dev/stderr; echo 3 > /dev/stdout; echo 4 | tee /dev/stderr'
    const outcome = await ran(testDirectory(context), shellTask('pre_deployment', cmd))
    assert.equal(outcome.outcome, 'succeeded', outcome.output)
    assert.equal(outcome.output, '1\n2\n3\n4\n4\n')
  })

  test('works without a directory for temporary files', async (context) => {
    const before = process.env['TMPDIR']
    const directory = testDirectory(context)
    context.after(() => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    })
    process.env['TMPDIR'] = join(directory, 'none')
    assert.equal((await ran(directory, shellTask('pre_deployment', 'echo here'))).output, 'here\n')
  })

  test('fails with its exit code, or the signal', async (context) => {
    const directory = testDirectory(context)
    const exited = await ran(directory, shellTask('pre_deployment', 'echo oh; exit 3'))
    assert.deepEqual(exited, { outcome: 'failed', exitCode: 3, reason: 'exit code 3', output: 'oh\n', dropped: 0 })
    assert.equal((await ran(directory, shellTask('pre_deployment', 'kill -KILL $$'))).reason, 'ended by SIGKILL')
  })

  test('in a missing directory says so', async (context) => {
    const outcome = await ran(join(testDirectory(context), 'none'), shellTask('pre_deployment', 'true'))
    assert.match(outcome.reason ?? '', /cannot be started: there is no such file or folder/)
  })

  test('with a command that is too long for the system says so', async (context) => {
    const outcome = await ran(testDirectory(context), shellTask('pre_deployment', `: ${'x'.repeat(200_000)}`))
    assert.match(outcome.reason ?? '', /E2BIG/)
  })

  test('is ended at its timeout with everything that it started', async (context) => {
    const directory = testDirectory(context)
    const cmd = 'sh -c "trap : TERM; echo \\$\\$ > pid; while :; do sleep 100; done" & wait'
    // Its time is over once everything has started, however long that takes.
    const over = new AbortController()
    const timeout = context.mock.method(AbortSignal, 'timeout', () => over.signal)
    const running = ran(directory, shellTask('pre_deployment', cmd, `'*'`, 1))
    const pid = await written(join(directory, 'pid'))
    over.abort()
    const { outcome, reason } = await running
    assert.deepEqual([outcome, reason], ['failed', 'not finished within 1 s'])
    assert.deepEqual(timeout.mock.calls[0]?.arguments, [1000])
    await gone(Number(pid))
  })

  test('is ended when the run is cancelled', async (context) => {
    const directory = testDirectory(context)
    const abort = new AbortController()
    const running = ran(directory, shellTask('pre_deployment', 'echo $$ > pid; sleep 100'), abort.signal)
    while (!existsSync(join(directory, 'pid'))) await sleep(5)
    abort.abort()
    assert.equal((await running).outcome, 'cancelled')
    assert.equal((await ran(directory, shellTask('pre_deployment', 'true'), abort.signal)).outcome, 'cancelled')
  })

  test('with endless output keeps only the end', async (context) => {
    const outcome = await ran(testDirectory(context), shellTask('pre_deployment', 'yes x | head -c 3000000; echo end'))
    assert.equal(outcome.output.length, 64 * 1024)
    assert.ok(outcome.output.endsWith('x\nend\n'))
    assert.equal(outcome.dropped, 3_000_004 - 64 * 1024)
  })

  test('that leaves a daemon behind ends when it says so', async (context) => {
    const directory = testDirectory(context)
    const outcome = await ran(directory, shellTask('pre_deployment', 'sleep 100 & echo $! > pid'))
    assert.equal(outcome.outcome, 'succeeded')
    process.kill(Number(readFileSync(join(directory, 'pid'), 'utf8')), 'SIGKILL')
  })

  test('does not outlive the engine, even after a kill', async (context) => {
    const directory = testDirectory(context)
    const source = `
      import { runProcess } from ${JSON.stringify(new URL('run-process.ts', import.meta.url).href)}
      const command = 'echo $$ > pid; sleep 100'
      await runProcess({ command, cwd: process.argv[1], env: process.env, timeoutMs: 0, signal: new AbortController().signal })`
    const engine = spawn(process.execPath, ['--input-type=module', '-e', source, directory], { stdio: 'ignore' })
    const pid = await written(join(directory, 'pid'))
    engine.kill('SIGKILL')
    await gone(Number(pid))
  })
})

/** Waits until something is written into a file. */
async function written(file: string): Promise<string> {
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(5)
  return readFileSync(file, 'utf8')
}

/** Waits until a process is gone; the test runner's limit ends an endless wait. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
      if (/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return
    } catch {
      return
    }
    await sleep(5)
  }
}

/** Waits until a pipe is read, and ends that. Unlike a blocking open, lets a reader that is late begin. */
async function endReading(pipe: string): Promise<void> {
  for (;;) {
    try {
      closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
      return
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENXIO')
    }
    await sleep(5)
  }
}

describe('files', () => {
  test('are uploaded with their mode', async (context) => {
    const directory = testDirectory(context)
    const outcome = await ran(
      directory,
      fileTask('upload_file', { path: 'a/b.conf', data: 'x = 1\n', permissions: '0600' }),
    )
    assert.equal(outcome.outcome, 'succeeded')
    assert.equal(readFileSync(join(directory, 'a/b.conf'), 'utf8'), 'x = 1\n')
    assert.equal(statSync(join(directory, 'a/b.conf')).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(join(directory, 'a')), ['b.conf'])
  })

  test('are copied, single ones and directories', async (context) => {
    const directory = writePlugin(testDirectory(context), 'p', '')
    const files = [
      { src: 'metadata.yaml', dst: 'copy/one' },
      { src: '.', dst: '../all' },
    ]
    assert.equal((await ran(directory, fileTask('copy_files', { files: files.slice(0, 1) }))).outcome, 'succeeded')
    assert.equal(statSync(join(directory, 'copy/one')).mode & 0o777, 0o644)
    assert.equal((await ran(directory, fileTask('copy_files', { files }))).outcome, 'succeeded')
    assert.deepEqual(readdirSync(join(directory, '../all')).sort(), ['copy', 'metadata.yaml', 'tasks.yaml'])
  })

  test('of a directory are synchronised: missing ones are removed', async (context) => {
    const directory = testDirectory(context)
    mkdirSync(join(directory, 'src'))
    mkdirSync(join(directory, 'dst'))
    writeFileSync(join(directory, 'src/new'), '')
    writeFileSync(join(directory, 'dst/old'), '')
    assert.equal((await ran(directory, fileTask('sync', { src: 'src', dst: 'dst' }))).outcome, 'succeeded')
    assert.deepEqual(readdirSync(join(directory, 'dst')), ['new'])
    assert.deepEqual(readdirSync(directory).sort(), ['dst', 'src'])
  })

  test('are not synchronised where a wrong path would remove too much', async (context) => {
    const directory = testDirectory(context)
    mkdirSync(join(directory, 'site/new'), { recursive: true })
    writeFileSync(join(directory, 'site/page'), 'precious')
    writeFileSync(join(directory, 'build'), '')
    const reason = async (src: string, dst: string) =>
      (await ran(directory, fileTask('sync', { src, dst }))).reason ?? 'done'
    assert.match(await reason('build', 'site'), /src is not a directory/)
    assert.match(await reason('site', 'build'), /dst is not a directory/)
    assert.match(await reason('site/new', 'site'), /src is inside dst/)
    assert.match(await reason('site', 'site/new'), /dst is inside src/)
    assert.equal(readFileSync(join(directory, 'site/page'), 'utf8'), 'precious')
    assert.deepEqual(readdirSync(directory).toSorted(), ['build', 'site'])
  })

  test('stop at their time limit', async (context) => {
    const directory = testDirectory(context)
    execFileSync('mkfifo', [join(directory, 'pipe')])
    // The pipe has no writer, so reading it never ends.
    const outcome = await ran(directory, fileTask('copy_files', { files: [{ src: 'pipe', dst: 'copy' }], timeout: 1 }))
    assert.deepEqual([outcome.outcome, outcome.reason], ['failed', 'not finished within 1 s'])
    await endReading(join(directory, 'pipe'))
  })

  test('that are missing are named, and nothing is changed', async (context) => {
    const directory = testDirectory(context)
    mkdirSync(join(directory, 'dst'))
    const outcome = await ran(directory, fileTask('sync', { src: 'none', dst: 'dst' }))
    assert.match(outcome.reason ?? '', /there is no such file or folder.*none/)
    assert.deepEqual(readdirSync(directory), ['dst'])
  })
})

test('the deploying machine itself is not rebooted', async (context) => {
  assert.match(
    (await ran(testDirectory(context), fileTask('reboot', { timeout: 60 }))).reason ?? '',
    /cannot be rebooted/,
  )
})
