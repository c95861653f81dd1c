import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compiled } from '../../../../test/compiled.ts'
import { corePluginRoot, runTasks } from '../index.ts'

const stack = `import { stack, secret } from 'slipway'
const text = { '~standard': { version: 1, vendor: 'x', validate: (value) => (value ? { value } : { issues: [{ message: 'no text' }] }) } }
export default stack({ variables: { stage: text, token: secret(text), size: text } }, () => { throw new Error('it is run') })`

const blueprint = `version: 2025-11-02
variables:
  stage: { type: string }
  token: { type: string, secret: true }
  size: { type: string }
`

const tasks = `- role: '*'
  stage: post_deployment/1
  type: shell
  condition: \${eq(variables.stage, "prod")}
  secrets: [token]
  parameters: { cmd: 'cat "$SLIPWAY_TASK_INPUT" > told.json', timeout: 60 }
`

for (const [name, text] of [
  ['site.stack.ts', stack],
  ['site.blueprint.yaml', blueprint],
] as const)
  test(`tasks run tells tasks the variables of an instance of ${name}, and the function of a stack is not run`, async (context) => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-run-tasks-')))
    context.after(() => rmSync(cwd, { recursive: true, force: true }))
    const plugin = join(cwd, 'tasks', 'told')
    mkdirSync(plugin, { recursive: true })
    writeFileSync(join(plugin, 'metadata.yaml'), 'name: told\nversion: 1.0.0\n')
    writeFileSync(join(plugin, 'tasks.yaml'), tasks)
    writeFileSync(join(cwd, name), text)
    writeFileSync(join(cwd, 'site.prod.vars.yaml'), 'stage: prod\ntoken: env:TOKEN\n')
    const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'] }
    const slipway = { env: { ...env, TOKEN: 'hush' }, cwd, ownPlugins: corePluginRoot() }

    const { outcome } = await runTasks(slipway, { instance: 'prod', approve: true })
    assert.equal(outcome, 'succeeded')
    assert.deepEqual(JSON.parse(readFileSync(join(plugin, 'told.json'), 'utf8')), {
      instance: 'prod',
      variables: { stage: 'prod', token: 'hush' },
      exports: {},
    })
    // Without the check, a task that requires the setting would run without it.
    await assert.rejects(runTasks({ ...slipway, env }, { instance: 'prod', approve: true }), {
      code: 'cli/no-such-variable',
    })
  })
