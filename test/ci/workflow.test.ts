/** The workflow in examples/ci does what its guide says: its steps are run as a runner would, with a `gh` that writes down what it is asked. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { load } from 'js-yaml'

const root = join(import.meta.dirname, '../..')
const example = join(root, 'examples/ci')

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >
}

function runner(context: TestContext) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-ci-')))
  context.after(() => rmSync(base, { recursive: true, force: true }))
  const workspace = join(base, 'repo')
  const bin = join(base, 'bin')
  cpSync(example, workspace, { recursive: true })
  mkdirSync(bin)
  writeFileSync(join(bin, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$*" >> "$CALLS"\n')
  chmodSync(join(bin, 'gh'), 0o755)
  const files = {
    CALLS: join(base, 'calls'),
    GITHUB_STEP_SUMMARY: join(base, 'summary'),
    GITHUB_OUTPUT: join(base, 'output'),
  }
  const env = {
    ...files,
    PATH: [bin, join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    HOME: base,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    SLIPWAY_STATE: join(base, 'state'),
    SLIPWAY_PASSPHRASE: 'swordfish',
    NUMBER: '7',
  }
  const workflow = load(readFileSync(join(example, 'github-actions.yaml'), 'utf8')) as Workflow
  const runJob = (name: string) => {
    for (const { name: step, run } of workflow.jobs[name]?.steps ?? []) {
      if (run === undefined || step === 'Install') continue
      const ended = spawnSync('bash', ['-e', '-c', run], { cwd: workspace, env, encoding: 'utf8' })
      if (ended.status !== 0) return { step, ...ended }
    }
    return { step: undefined, status: 0, stdout: '', stderr: '' }
  }
  const read = (name: keyof typeof files): string => readFileSync(files[name], 'utf8')
  return { workspace, runJob, read }
}

test('the plan of a pull request is a comment, and what is merged is deployed', (context) => {
  const { workspace, runJob, read } = runner(context)
  const planned = runJob('plan')
  assert.equal(planned.status, 0, planned.stderr)
  assert.equal(read('CALLS'), 'pr comment 7 --body-file plan.md --edit-last --create-if-none\n')
  assert.match(read('GITHUB_STEP_SUMMARY'), /^### Plan for site: 1 to create\n/)
  const deployed = runJob('deploy')
  assert.equal(deployed.status, 0, deployed.stderr)
  assert.equal(read('GITHUB_OUTPUT'), 'url=page.html\n')
  assert.equal(readFileSync(join(workspace, 'page.html'), 'utf8'), '<h1>It works</h1>')
  // Nothing to do is no failure.
  assert.equal(runJob('plan').status, 0)
})

test('a mistake is an annotation of its line, and ends the job', (context) => {
  const { workspace, runJob } = runner(context)
  const file = join(workspace, 'site.blueprint.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('path: page.html', 'pth: page.html'))
  const { step, status, stderr } = runJob('plan')
  assert.deepEqual([step, status], ['Check', 1])
  assert.match(
    stderr,
    /^::error file=site\.blueprint\.yaml,line=6,endLine=6,col=7,endColumn=10,title=blueprint\/unknown-attribute::/m,
  )
})
