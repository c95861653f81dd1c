import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, plan } from '@slipway/operations'

test('the website of a stack and that of a blueprint plan alike', async (context) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-website-stack-')))
  context.after(() => rmSync(home, { recursive: true, force: true }))
  const blueprint = join(import.meta.dirname, '../website/site.blueprint.yaml')
  cpSync(blueprint, join(home, 'site.blueprint.yaml'))
  const env = { HOME: home, PATH: process.env['PATH'], SLIPWAY_STATE: join(home, 'state') }
  const slipway = { env, cwd: home, ownPlugins: corePluginRoot() }
  const planned = async (file: string) => {
    const { steps, exports } = (await plan(slipway, { file, variables: { title: 'Ahoy' } })).plan
    const shown = steps.map((step) => [step.name, step.type, step.action, 'desired' in step ? step.desired : undefined])
    return { steps: shown.toSorted(([a], [b]) => String(a).localeCompare(String(b))), exports }
  }
  const ofStack = await planned(join(import.meta.dirname, 'site.stack.ts'))
  assert.equal(ofStack.steps.length, 8)
  assert.deepEqual(
    JSON.parse(JSON.stringify(ofStack)),
    JSON.parse(JSON.stringify(await planned('site.blueprint.yaml'))),
  )
})
