import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskOutcome } from '@slipway/stages'
import { showProblems, showOrder } from './show-tasks.ts'
import { executableDriver, localTaskRunner } from '@slipway/stages/local'
import { readOrder } from '@slipway/operations/tasks/read-order'
import { namedFiles, projectFiles } from '@slipway/operations/trust/project-files'
import { testDirectory, writePlugin } from '@slipway/stages/testing'
import { RecordedConsole } from '../console/testing.ts'

const declared = 'run: ./types/ansible, parameters: {playbook: {kind: text, required: true}, serial: number}'

function metadata(name: string, types: string): string {
  return `name: ${name}\nversion: 1.0.0\ntask_types:\n  ansible: {${types}}\n`
}

/** A plugin that brings the type `ansible`, which runs the script. */
function writeType(parent: string, script: string, types = declared): string {
  const directory = writePlugin(parent, 'ansible-tasks', '', metadata('ansible-tasks', types))
  mkdirSync(join(directory, 'types'))
  writeFileSync(join(directory, 'tasks.yaml'), task('playbook: own.yml, timeout: 0'))
  writeFileSync(join(directory, 'types/ansible'), script)
  chmodSync(join(directory, 'types/ansible'), 0o755)
  return directory
}

function task(parameters: string): string {
  return `- role: '*'\n  stage: post_deployment\n  type: ansible\n  parameters: {${parameters}}\n`
}

/** Runs the only task of the plugin `web`, beside a plugin that brings its type. */
async function ran(
  root: string,
  script: string,
  parameters: string,
  signal = new AbortController().signal,
): Promise<TaskOutcome> {
  writeType(root, script)
  const directory = writePlugin(root, 'web', task(parameters))
  const { tasks, types, diagnostics } = readOrder([root], namedFiles)
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  )
  const own = tasks.find((ordered) => ordered.task.plugin === 'web')
  assert.ok(own)
  const runner = localTaskRunner({ ...process.env, SLIPWAY_PASSPHRASE: 'canary' }, types.flatMap(executableDriver))
  return runner.run({ task: own.task, node: { name: 'n1', roles: [] }, directory, signal })
}

describe('a task of a type that a plugin brings', () => {
  test('hands its declared parameters over on stdin, in the directory of its own plugin', async (context) => {
    const root = testDirectory(context)
    const script = `#!/bin/sh
basename "$PWD"
echo "$SLIPWAY_TASK_TYPE $SLIPWAY_TASK_PLUGIN $SLIPWAY_TASK_NODE $SLIPWAY_TASK_STAGE [$SLIPWAY_PASSPHRASE] $#"
cat /dev/stdin
`
    const parameters = `playbook: "ü'\\"", serial: 123456789012345678901234567890, timeout: 500, strange: 1`
    const outcome = await ran(root, script, parameters)
    assert.equal(outcome.outcome, 'succeeded', outcome.reason)
    assert.deepEqual(outcome.output.split('\n'), [
      'web',
      'ansible web n1 post_deployment [] 0',
      `{"playbook":"ü'\\"","serial":123456789012345678901234567890,"timeout":500}`,
      '',
    ])
  })

  test('may leave its input unread, and fails with its exit code', async (context) => {
    const long = `playbook: ${'x'.repeat(300_000)}, timeout: 500`
    const outcome = await ran(testDirectory(context), '#!/bin/sh\necho oh; exit 4\n', long)
    assert.deepEqual(outcome, { outcome: 'failed', exitCode: 4, reason: 'exit code 4', output: 'oh\n', dropped: 0 })
  })

  test('runs in its cwd', async (context) => {
    const root = testDirectory(context)
    mkdirSync(join(root, 'web/plays'), { recursive: true })
    const outcome = await ran(root, '#!/bin/sh\nbasename "$PWD"\n', 'playbook: x, timeout: 500, cwd: plays')
    assert.equal(outcome.output, 'plays\n')
  })

  test('keeps only the end of its output', async (context) => {
    const outcome = await ran(
      testDirectory(context),
      '#!/bin/sh\nyes x | head -c 300000\n',
      'playbook: x, timeout: 500',
    )
    assert.deepEqual([outcome.output.length, outcome.dropped], [64 * 1024, 300_000 - 64 * 1024])
  })

  test('is ended at its timeout with everything that it started', async (context) => {
    const root = testDirectory(context)
    const script = '#!/bin/sh\nsh -c "trap : TERM; while :; do sleep 100; done" &\necho $! > pid\nwait\n'
    const limit = new AbortController()
    const timed = context.mock.method(AbortSignal, 'timeout', () => limit.signal)
    const running = ran(root, script, 'playbook: x, timeout: 1')
    while (!existsSync(join(root, 'web/pid'))) await sleep(5)
    limit.abort()
    const outcome = await running
    assert.deepEqual(timed.mock.calls[0]?.arguments, [1000])
    assert.deepEqual([outcome.outcome, outcome.reason], ['failed', 'not finished within 1 s'])
    const pid = readFileSync(join(root, 'web/pid'), 'utf8').trim()
    while (existsSync(`/proc/${pid}`) && !/^State:\s*Z/m.test(status(pid))) await sleep(5)
  })

  test('is ended when the run is cancelled', async (context) => {
    const root = testDirectory(context)
    const abort = new AbortController()
    const running = ran(root, '#!/bin/sh\necho $$ > pid\nsleep 100\n', 'playbook: x, timeout: 0', abort.signal)
    while (!existsSync(join(root, 'web/pid'))) await sleep(5)
    abort.abort()
    assert.equal((await running).outcome, 'cancelled')
  })
})

function status(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return 'State: Z'
  }
}

describe('slipway tasks with types of plugins', () => {
  test('order names them', async (context) => {
    const root = testDirectory(context)
    const directory = writeType(root, '#!/bin/sh\n')
    const console = new RecordedConsole()
    await showOrder([root], {}, console)
    assert.equal(console.outText, 'stage: post_deployment # ansible-tasks\n')
    assert.ok(
      console.errText.includes(
        `Task types of plugins:\n  ansible from ansible-tasks 1.0.0 (${join(directory, 'metadata.yaml')}:4:3): ./types/ansible\n`,
      ),
      console.errText,
    )
    const machine = new RecordedConsole()
    await showOrder([root], { json: true }, machine)
    const [entry] = JSON.parse(machine.outText) as readonly Record<string, unknown>[]
    assert.deepEqual([entry?.['type'], entry?.['typePlugin']], ['ansible', 'ansible-tasks'])
  })

  test('check counts them', async (context) => {
    const root = testDirectory(context)
    writeType(root, '#!/bin/sh\n')
    const console = new RecordedConsole()
    assert.equal(await showProblems([root], {}, console), 0)
    assert.equal(console.errText, '1 task, 1 task type, no errors\n')
  })

  test('of a project that others may write are not run', (context) => {
    const root = testDirectory(context)
    const directory = writeType(root, '#!/bin/sh\n')
    const refused = (): readonly string[] =>
      readOrder([root], projectFiles({ env: {} }, root)).diagnostics.map(({ message }) => message)
    assert.deepEqual(refused(), [])
    chmodSync(join(directory, 'types/ansible'), 0o777)
    assert.match(refused()[0] ?? '', /is not run: everybody on this machine can write to it$/)
  })

  for (const [path, make, message] of [
    ['./types/none', () => {}, /is missing: there is no .*types\/none/],
    ['./types/', () => {}, /is not a file: /],
    ['types/ansible/x', () => {}, /cannot be reached: a part of the path is not a folder/],
    ['plain', (at: string) => writeFileSync(at, '', { mode: 0o644 }), /cannot be executed: .*plain/],
    ['link', (at: string) => symlinkSync('/bin/sh', at), /is outside its plugin: .*link is /],
    ['loop', (at: string) => symlinkSync('loop', at), /cannot be reached: its links lead in a circle/],
  ] as const) {
    test(`check refuses an executable at ${path}`, async (context) => {
      const directory = writeType(testDirectory(context), '#!/bin/sh\n', declared.replace('./types/ansible', path))
      make(join(directory, path))
      const console = new RecordedConsole()
      assert.equal(await showProblems([directory], { json: true }, console), 1)
      const found = JSON.parse(console.outText) as readonly Record<string, unknown>[]
      assert.deepEqual(
        found.map(({ code, file, line, column }) => [code, file, line, column]),
        [['tasks/bad-run', join(directory, 'metadata.yaml'), 4, 18]],
      )
      assert.match(String(found[0]?.['message']), message)
    })
  }

  test('a link within the plugin counts as a file', async (context) => {
    const directory = writeType(testDirectory(context), '#!/bin/sh\n', declared.replace('./types/ansible', 'link'))
    symlinkSync('types/ansible', join(directory, 'link'))
    assert.equal(await showProblems([directory], {}, new RecordedConsole()), 0)
  })
})
