import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { DiagnosticsFailure, Failure, PluginFailure } from '@slipway/model'
import { corePluginRoot, destroy, plan, showRecord, type Slipway, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'
import { CommandsSaid } from './commands-said.ts'

const commands = new CommandsSaid('--instance staging')

describe('a command in a text', () => {
  test('gets the instance that is not the default one', () => {
    for (const [before, after] of [
      ['slipway state unprotect db; or', 'slipway state unprotect --instance staging db; or'],
      ["slipway up --settle 'a b=exists', or", "slipway up --instance staging --settle 'a b=exists', or"],
      ['adopt it (slipway import), then', 'adopt it (slipway import --instance staging), then'],
      ['run "slipway plan" again', 'run "slipway plan --instance staging" again'],
    ] as const)
      assert.equal(commands.text(before), after)
  })

  test('stays as it is if it names an instance', () => {
    const own = 'slipway state rm db --instance other'
    assert.equal(commands.text(own), own)
    assert.equal(
      commands.text(`slipway up; or ${own}; or slipway plan`),
      `slipway up --instance staging; or ${own}; or slipway plan --instance staging`,
    )
    assert.equal(commands.text(commands.text('slipway state rm db')), commands.text('slipway state rm db'))
  })

  test('stays as it is if it takes no instance', () => {
    for (const text of ['slipway plugin install up', 'slipway state accept', 'slipway show PLAN', 'slipway up-to-date'])
      assert.equal(commands.text(text), text)
  })

  test('stays as it is for the default instance', () => {
    assert.equal(new CommandsSaid(undefined).text('slipway state rm db'), 'slipway state rm db')
  })
})

async function thrownAs(failure: Error): Promise<unknown> {
  return await commands.ofFailures(() => Promise.reject(failure)).catch((error: unknown) => error)
}

test('a failure with commands, for an instance that is not the default one, keeps its kind and its details', async () => {
  const cause = new Error('why')
  const plain = await thrownAs(new Failure('a/b', 'no', { hint: 'slipway state rm a', details: ['slipway up'], cause }))
  assert.ok(plain instanceof Failure)
  assert.deepEqual(
    [plain.code, plain.message, plain.hint, plain.details, plain.cause],
    ['a/b', 'no', 'slipway state rm --instance staging a', ['slipway up --instance staging'], cause],
  )
  const details = { pluginId: 'acme/a', method: 'm', pluginErrorCode: 'BAD_INPUT', hint: 'slipway refresh' } as const
  const ofPlugin = await thrownAs(new PluginFailure('a/b', 'no', details))
  assert.ok(ofPlugin instanceof PluginFailure)
  assert.deepEqual([ofPlugin.pluginId, ofPlugin.hint], ['acme/a', 'slipway refresh --instance staging'])
  const diagnostic = { severity: 'error', code: 'a/b', message: 'no', hint: 'slipway plan' } as const
  const ofFile = await thrownAs(new DiagnosticsFailure([diagnostic]))
  assert.ok(ofFile instanceof DiagnosticsFailure)
  assert.equal(ofFile.diagnostics[0]?.hint, 'slipway plan --instance staging')
  assert.equal(await thrownAs(cause), cause)
})

test('a failure about an unknown instance does not advise to use its name, which may be misspelt', async () => {
  const failure = new Failure('state/unknown-instance', 'no', { hint: 'slipway up deploys a blueprint' })
  assert.equal(await thrownAs(failure), failure)
})

/** Deploys a protected resource as two instances, and then leaves it out of the blueprint. */
async function protectedTwice(context: TestContext): Promise<Slipway> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-said-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const write = (resources: string): void =>
    writeFileSync(join(cwd, 'site.blueprint.yaml'), `version: 2025-11-02\nresources:\n${resources}`)
  const other = '  other: { type: null/resource, spec: { value: a } }\n'
  write(`${other}  db: { type: null/resource, options: { protect: true }, spec: { value: a } }\n`)
  for (const instance of ['site', 'staging']) await up(slipway, { instance, approve: true })
  write(other)
  return slipway
}

describe('the hint of a refusal', { concurrency: 2 }, () => {
  test('names the instance that is not the default one of the folder, also from SLIPWAY_INSTANCE', async (t) => {
    const slipway = await protectedTwice(t)
    const refused = { code: 'engine/protected', hint: /slipway state unprotect --instance staging db; / }
    await assert.rejects(plan(slipway, { instance: 'staging' }), refused)
    await assert.rejects(up(slipway, { instance: 'staging', approve: true }), refused)
    await assert.rejects(destroy(slipway, { instance: 'staging', approve: true }), refused)
    await assert.rejects(plan({ ...slipway, env: { ...slipway.env, SLIPWAY_INSTANCE: 'staging' } }), refused)
    const unknown = { hint: /slipway state list --instance staging shows/ }
    await assert.rejects(showRecord(slipway, 'nothing', { instance: 'staging' }), unknown)
  })

  test('names no instance for the default one, also if the request names it', async (t) => {
    const slipway = await protectedTwice(t)
    const refused = { code: 'engine/protected', hint: /slipway state unprotect db; / }
    await assert.rejects(plan(slipway), refused)
    await assert.rejects(plan(slipway, { instance: 'site' }), refused)
  })
})
