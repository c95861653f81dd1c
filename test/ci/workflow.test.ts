/** The workflow in examples/ci does what its guide promises: the test runs its steps like a runner, with a `gh` that records its calls. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { load } from 'js-yaml'
import { test as testRun } from '../cases.ts'

const root = join(import.meta.dirname, '../..')
const example = join(root, 'examples/ci')

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Job {
  readonly 'runs-on': string | readonly string[]
  readonly if?: string
  readonly needs?: string
  readonly environment?: string
  readonly env?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const workflow = load(readFileSync(join(example, 'github-actions.yaml'), 'utf8')) as Workflow

function jobNamed(name: string): Job {
  const job = workflow.jobs[name]
  assert.ok(job !== undefined, name)
  return job
}

function runner(context: TestContext) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-ci-')))
  context.after(() => rmSync(base, { recursive: true, force: true }))
  const workspace = join(base, 'repo')
  const bin = join(base, 'bin')
  cpSync(example, workspace, { recursive: true })
  mkdirSync(bin)
  // `gh api` finds the pull request of the commit; every other call is recorded.
  writeFileSync(
    join(bin, 'gh'),
    '#!/bin/sh\nif [ "$1" = api ]; then echo 7; else printf "%s\\n" "$*" >> "$CALLS"; fi\n',
  )
  chmodSync(join(bin, 'gh'), 0o755)
  const files = {
    CALLS: join(base, 'calls'),
    GITHUB_STEP_SUMMARY: join(base, 'summary'),
    GITHUB_OUTPUT: join(base, 'output'),
  }
  const common = {
    ...files,
    PATH: [bin, join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    HOME: base,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_REPOSITORY: 'acme/site',
    GITHUB_SHA: 'a'.repeat(40),
  }
  const valueOf = (text: string): string =>
    text
      .replace('/var/lib/slipway', base)
      .replace('${{ github.run_id }}', '42')
      .replace('${{ secrets.SLIPWAY_PASSPHRASE }}', 'swordfish')
      .replace('${{ github.token }}', 'token')
  /** Runs the steps like a runner: each gets the variables of its job and its own, and no others. */
  const runJob = (name: string) => {
    const job = jobNamed(name)
    for (const { name: step, run, env } of job.steps) {
      if (run === undefined || step === 'Install') continue
      const given = Object.entries({ ...workflow.env, ...job.env, ...env })
      const variables = Object.fromEntries(given.map(([key, value]) => [key, valueOf(value)]))
      const options = { cwd: workspace, env: { ...common, ...variables }, encoding: 'utf8' } as const
      const ended = spawnSync('bash', ['-e', '-c', run], options)
      if (ended.status !== 0) return { step, ...ended }
    }
    return { step: undefined, status: 0, stdout: '', stderr: '' }
  }
  const read = (name: keyof typeof files): string => readFileSync(files[name], 'utf8')
  const edit = (from: string, to: string): void => {
    const file = join(workspace, 'site.blueprint.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  }
  return { base, workspace, runJob, read, edit }
}

testRun('what is merged is planned, the plan is posted, and exactly that plan is carried out', (context) => {
  const { base, workspace, runJob, read } = runner(context)
  const planned = runJob('plan')
  assert.equal(planned.status, 0, planned.stderr)
  assert.equal(read('CALLS'), 'pr comment 7 --body-file plan.md\n')
  assert.match(read('GITHUB_STEP_SUMMARY'), /^### Plan for site: 1 to create\n/)
  assert.equal(read('GITHUB_OUTPUT'), 'changes=2\n')
  const deployed = runJob('deploy')
  assert.equal(deployed.status, 0, deployed.stderr)
  assert.match(read('GITHUB_OUTPUT'), /\nurl<<(end-[0-9a-f]{32})\npage\.html\n\1\n$/)
  assert.equal(readFileSync(join(workspace, 'page.html'), 'utf8'), '<h1>It works</h1>')
  // It is no failure that there is nothing to do.
  assert.equal(runJob('plan').status, 0)
  assert.match(read('GITHUB_OUTPUT'), /\nchanges=0\n$/)
  assert.deepEqual(
    readdirSync(base).filter((name) => name.endsWith('.plan')),
    [],
  )
})

testRun('a plan is not carried out when the blueprint is another by then', (context) => {
  const { workspace, runJob, edit } = runner(context)
  assert.equal(runJob('plan').status, 0)
  edit('It works', 'It does something else')
  const { step, status, stderr } = runJob('deploy')
  assert.deepEqual([step, status], ['Deploy', 1])
  assert.match(stderr, /^::error title=engine\/stale-plan::/m)
  assert.ok(!existsSync(join(workspace, 'page.html')))
})

testRun('an output ends where the value ends, whatever the value says', (context) => {
  const { runJob, read, edit } = runner(context)
  edit('path: page.html', 'path: "page.html\\nend-0\\nadmin=true"')
  assert.equal(runJob('plan').status, 0)
  const deployed = runJob('deploy')
  assert.equal(deployed.status, 0, deployed.stderr)
  assert.match(read('GITHUB_OUTPUT'), /\nurl<<(end-[0-9a-f]{32})\npage\.html\nend-0\nadmin=true\n\1\n$/)
})

testRun('a mistake is an annotation of its line, and ends the job', (context) => {
  const { runJob, edit } = runner(context)
  edit('path: page.html', 'pth: page.html')
  const { step, status, stderr } = runJob('validate')
  assert.deepEqual([step, status], ['Check', 1])
  assert.match(
    stderr,
    /^::error file=site\.blueprint\.yaml,line=6,endLine=6,col=7,endColumn=10,title=blueprint\/unknown-attribute::/m,
  )
})

test('the code of a pull request has no access to the state, a key or our runner', () => {
  assert.deepEqual(Object.keys(workflow.on).toSorted(), ['pull_request', 'push'])
  assert.deepEqual(workflow.permissions, { contents: 'read' })
  assert.equal(workflow.env, undefined)
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const isForPushes = job.if === "github.event_name == 'push'" || job.needs === 'plan'
    assert.equal(isForPushes, name !== 'validate', name)
  }
  const { 'runs-on': machine, environment, env, steps } = jobNamed('validate')
  assert.deepEqual([machine, environment, env], ['ubuntu-24.04', undefined, undefined])
  assert.doesNotMatch(JSON.stringify(steps), /secrets\.|SLIPWAY_STATE|github\.token/)
})

test('the passphrase is only in the steps that plan and deploy', () => {
  const holders = Object.entries(workflow.jobs).flatMap(([name, { steps, ...job }]) => {
    assert.ok(!JSON.stringify(job).includes('secrets.'), name)
    return steps.filter((step) => JSON.stringify(step).includes('secrets.')).map((step) => `${name}/${step.name}`)
  })
  assert.deepEqual(holders, ['plan/Plan', 'deploy/Deploy'])
})

test('a protected environment separates the plan from the deployment', () => {
  const { needs, environment } = jobNamed('deploy')
  assert.deepEqual([needs, environment], ['plan', 'site'])
  assert.notEqual(jobNamed('plan').environment, environment)
})

test('actions are pinned by commit, and no text is pasted into a script', () => {
  for (const { steps } of Object.values(workflow.jobs))
    for (const { uses, run = '' } of steps) {
      if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      assert.ok(!run.includes('${{'), run)
    }
})
