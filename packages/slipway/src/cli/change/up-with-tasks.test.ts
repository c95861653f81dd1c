import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellTask, testDirectory, writePlugin } from '@slipway/stages/testing'
import { test } from '../../../../../test/cases.ts'
import { runNow } from '../../../../../test/ledger/command.ts'

const blueprint = `version: 2025-11-02
resources:
  page:
    type: local/file
    spec:
      path: page.txt
      content: hello
`

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function slipway(directory: string, ...args: readonly string[]): Ended {
  const home = { HOME: join(directory, 'home'), XDG_CONFIG_HOME: '' }
  // Prints no colours, because the output goes into a pipe; the test runner demands colours when it writes to a terminal.
  const env = { ...process.env, ...home, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const { code, stdout, stderr } = runNow({ folder: directory, env }, ...args)
  return { code, out: stdout, err: stderr }
}

test('up runs tasks before and after, stops at a failing one, and continues there', (context) => {
  const directory = testDirectory(context)
  writeFileSync(join(directory, 'site.blueprint.yaml'), blueprint)
  const log = join(directory, 'log')
  const early = shellTask('pre_deployment', `test ! -e ../../page.txt && echo pre >> ${log}`)
  const late = shellTask('post_deployment', `test -e ../../ready && cat ../../page.txt >> ${log}`)
  writePlugin(join(directory, 'tasks'), 'early', early)
  writePlugin(join(directory, 'tasks'), 'late', late)

  const failed = slipway(directory, 'up', '--yes')
  assert.equal(failed.code, 1, failed.err)
  assert.match(failed.err, /late\/#1 \(post_deployment\) on local failed: exit code 1/)
  assert.ok(existsSync(join(directory, 'page.txt')))

  writeFileSync(join(directory, 'ready'), '')
  const done = slipway(directory, 'up', '--yes', '--json')
  assert.equal(done.code, 0, done.err)
  const events = done.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly plugin?: string })
  const tasks = events.filter(({ type }) => type.startsWith('task-')).map(({ type, plugin }) => `${type} ${plugin}`)
  assert.deepEqual(tasks, ['task-skipped early', 'task-started late', 'task-finished late'])
  assert.equal(readFileSync(log, 'utf8'), 'pre\nhello')

  const runs = JSON.parse(slipway(directory, 'history', '--json').out) as {
    readonly outcome: string
    readonly tasks: readonly { readonly plugin: string; readonly outcome: string; readonly exitCode: number }[]
  }[]
  const results = runs.map((run) => [run.outcome, run.tasks.map((task) => [task.plugin, task.outcome, task.exitCode])])
  assert.deepEqual(results, [
    ['succeeded', [['late', 'succeeded', 0]]],
    [
      'failed',
      [
        ['early', 'succeeded', 0],
        ['late', 'failed', 1],
      ],
    ],
  ])
  assert.match(slipway(directory, 'history').out, /tasks: 1 succeeded/)

  // A deployment that changes no resource is still a deployment.
  const idle = slipway(directory, 'up', '--yes')
  assert.equal(idle.code, 1)
  assert.match(idle.err, /no resource changes, 2 stage tasks to run[\s\S]*early\/#1 .* failed: exit code 1/)

  writePlugin(
    join(directory, 'tasks'),
    'late',
    late.replace('post_deployment', 'pre_deployment/-1'),
    'name: late\nversion: 2.0.0\n',
  )
  assert.match(
    slipway(directory, 'plan').out,
    /order of stage tasks has changed:\n {2}~ late\/#1 moves: pre_deployment\/-1, was post_deployment\n/,
  )
  assert.equal(slipway(directory, 'destroy', '--yes').code, 0)
})

test('up skips no task that was finished for something else', (context) => {
  const directory = testDirectory(context)
  const log = join(directory, 'log')
  const written = (content: string): void =>
    writeFileSync(join(directory, 'site.blueprint.yaml'), blueprint.replace('hello', content))
  const published = (): string => readFileSync(log, 'utf8').trim().split('\n').join(' ')
  const backup = shellTask('pre_deployment', `echo backup >> ${log}`)
  const publish = shellTask('post_deployment/1', `cat ../../page.txt >> ${log}; echo >> ${log}`)
  const smoke = shellTask('post_deployment/2', 'grep -q good ../../page.txt')
  writePlugin(join(directory, 'tasks'), 'site', backup + publish + smoke)
  written('bad')
  assert.equal(slipway(directory, 'up', '--yes').code, 1)
  assert.equal(published(), 'backup bad')
  // The deployment is still the same one.
  assert.equal(slipway(directory, 'up', '--yes').code, 1)
  assert.equal(published(), 'backup bad')
  // The page is gone and is made again: the tasks after the resources run again, the tasks before them do not.
  rmSync(join(directory, 'page.txt'))
  assert.equal(slipway(directory, 'up', '--yes', '--refresh').code, 1)
  assert.equal(published(), 'backup bad bad')
  written('good')
  assert.doesNotMatch(slipway(directory, 'plan').out, /finished by an earlier run/)
  assert.equal(slipway(directory, 'up', '--yes').code, 0)
  assert.equal(published(), 'backup bad bad backup good')
})

function noteType(version: string): string {
  return `name: notes\nversion: ${version}\ntask_types:\n  note: {run: ./note, parameters: {text: {kind: text, required: true}}}\n`
}

test('up runs a task of another plugin’s type, and again when that plugin has changed', (context) => {
  const directory = testDirectory(context)
  writeFileSync(join(directory, 'site.blueprint.yaml'), blueprint)
  const plugins = join(directory, 'tasks')
  const log = join(directory, 'log')
  const types = writePlugin(plugins, 'notes', '', noteType('1.0.0'))
  rmSync(join(types, 'tasks.yaml'))
  writeFileSync(join(types, 'note'), `#!/bin/sh\nbasename "$PWD" >> ${log}\ncat >> ${log}\n`, { mode: 0o755 })
  const note = `- {role: '*', stage: post_deployment, type: note, parameters: {text: hello, timeout: 900}}\n`
  writePlugin(plugins, 'web', note + shellTask('post_deployment', `test -e ${directory}/ready`))

  const said = 'web\n{"text":"hello","timeout":900}\n'
  assert.equal(slipway(directory, 'up', '--yes').code, 1)
  assert.equal(readFileSync(log, 'utf8'), said)
  assert.equal(slipway(directory, 'up', '--yes').code, 1)
  assert.equal(readFileSync(log, 'utf8'), said)

  writePlugin(plugins, 'notes', note.replace('post_deployment', 'pre_deployment'), noteType('1.0.1'))
  writeFileSync(join(directory, 'ready'), '')
  const done = slipway(directory, 'up', '--yes')
  assert.equal(done.code, 0, done.err)
  assert.equal(readFileSync(log, 'utf8'), `${said}${said.replace('web', 'notes')}${said}`)

  rmSync(join(types, 'note'))
  const refused = slipway(directory, 'up', '--yes')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /metadata\.yaml:4:15: error: .* is missing.*\[tasks\/bad-run\]/)
})

test('tasks run runs them alone, shows their output, and appears in the history', (context) => {
  const directory = testDirectory(context)
  const lines = 'for n in $(seq 1 30); do echo "line $n"; done'
  const tasks = shellTask('pre_deployment', lines) + shellTask('post_deployment', 'echo "\\033[31mafter"')
  writePlugin(join(directory, 'tasks'), 'a', tasks)
  const nothing = slipway(directory, 'tasks', 'run', '--yes')
  assert.match(nothing.err, /Slipway cannot tell which instance you mean .*\[cli\/which-instance\]/)
  writeFileSync(join(directory, 'site.blueprint.yaml'), 'version: 2025-11-02\n')

  // A blueprint without resources has the tasks, too.
  const up = slipway(directory, 'up', '--yes')
  assert.equal(up.code, 0, up.err)
  assert.match(
    up.err,
    /#1 \(pre_deployment\) on local done .*\n {4}… 10 lines before: --verbose shows all\n {4}line 11\n/,
  )

  const all = slipway(directory, 'tasks', 'run', '--yes', '--verbose')
  assert.equal(all.code, 0, all.err)
  assert.match(all.err, /done .*\n {4}line 1\n {4}line 2\n/)
  assert.match(all.err, /\\u001b\[31mafter\n/)
  assert.match(all.err, /The stage tasks of site have run/)

  const one = slipway(directory, 'tasks', 'run', '--yes', '--stage', 'post_deployment')
  assert.doesNotMatch(one.err, /line 1|order of stage tasks/)
  const refused = slipway(directory, 'tasks', 'run')
  assert.match(
    refused.err,
    /tasks run changes things, but Slipway cannot ask for confirmation here .*\[cli\/needs-yes\]/,
  )
  const runs = JSON.parse(slipway(directory, 'history', '--json').out) as { readonly operation: string }[]
  assert.deepEqual(
    runs.map(({ operation }) => operation),
    ['tasks', 'tasks', 'up'],
  )

  assert.equal(slipway(directory, 'destroy', '--yes').code, 0)
  assert.match(slipway(directory, 'instances').out, /site +destroyed/)
})

test('up does nothing at all when a task plugin has a mistake', (context) => {
  const directory = testDirectory(context)
  writeFileSync(join(directory, 'site.blueprint.yaml'), blueprint)
  writePlugin(join(directory, 'tasks'), 'a', shellTask('post_deployment: :50', 'true'))
  const refused = slipway(directory, 'up', '--yes')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /tasks\.yaml:2:10: error: .*\[tasks\/stage-separator\]/)
  assert.equal(existsSync(join(directory, 'page.txt')), false)
})

test('a saved plan runs exactly the tasks that it has shown, or nothing', (context) => {
  const directory = testDirectory(context)
  writeFileSync(join(directory, 'site.blueprint.yaml'), blueprint)
  const log = join(directory, 'log')
  const tasks = join(directory, 'tasks')
  const wanted = shellTask('post_deployment', `echo approved >> ${log}`)
  writePlugin(tasks, 'late', wanted)
  assert.equal(slipway(directory, 'plan', '--out', 'site.plan').code, 0)
  writePlugin(tasks, 'late', shellTask('post_deployment', `echo not approved >> ${log}`))
  writePlugin(tasks, 'early', shellTask('pre_deployment', `echo new >> ${log}`))
  const refused = slipway(directory, 'up', '--plan', 'site.plan')
  assert.equal(refused.code, 1, refused.err)
  assert.match(
    refused.err,
    /engine\/stale-plan[\s\S]*early\/#1 @local: it is new[\s\S]*late\/#1 @local: it has changed/,
  )
  assert.ok(!existsSync(log) && !existsSync(join(directory, 'page.txt')))

  rmSync(join(tasks, 'early'), { recursive: true })
  writePlugin(tasks, 'late', wanted)
  const done = slipway(directory, 'up', '--plan', 'site.plan')
  assert.equal(done.code, 0, done.err)
  assert.equal(readFileSync(log, 'utf8'), 'approved\n')
})

test('tasks run keeps the records of providers, and each run keeps its tasks’ results', (context) => {
  const directory = testDirectory(context)
  writeFileSync(join(directory, 'site.blueprint.yaml'), 'version: 2025-11-02\nresources: { id: { type: random/id } }\n')
  writePlugin(join(directory, 'tasks'), 'a', shellTask('pre_deployment', 'true') + shellTask('post_deployment', 'true'))
  const instance = (): Record<string, unknown> => {
    const { out, err } = slipway(directory, 'state', 'export')
    assert.match(out, /"providerSettings"/, err)
    return (JSON.parse(out) as { instance: Record<string, unknown> }).instance
  }
  assert.equal(slipway(directory, 'up', '--yes').code, 0)
  const { providerSettings, configured } = instance()
  assert.ok(providerSettings)
  assert.equal(slipway(directory, 'tasks', 'run', '--yes').code, 0)
  assert.deepEqual([instance()['providerSettings'], instance()['configured']], [providerSettings, configured])
  assert.equal(slipway(directory, 'tasks', 'run', '--yes', '--stage', 'pre_deployment').code, 0)
  assert.doesNotMatch(slipway(directory, 'plan').err, /other settings/)

  const counts = slipway(directory, 'history').out.match(/tasks: .*/g)
  assert.deepEqual(counts, ['tasks: 1 succeeded', 'tasks: 2 succeeded', 'tasks: 2 succeeded'])
  const runs = JSON.parse(slipway(directory, 'history', '--json').out) as { readonly tasks: readonly unknown[] }[]
  assert.deepEqual(
    runs.map(({ tasks }) => tasks.length),
    [1, 2, 2],
  )
  // An exported state contains the finished tasks, too.
  writeFileSync(join(directory, 'state.json'), slipway(directory, 'state', 'export').out)
  const elsewhere = testDirectory(context)
  const file = join(directory, 'state.json')
  const taken = slipway(elsewhere, 'state', 'import', file, '--instance', 'other', '--yes')
  assert.equal(taken.code, 0, taken.err)
  assert.equal(slipway(elsewhere, 'history', '--instance', 'other').out.match(/tasks: 2 succeeded/g)?.length, 2)
})
