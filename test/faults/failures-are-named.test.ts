/** A plugin's failure names resource, plugin and method, is recorded with its reasons, and stops nobody else. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from '../plugins/machine.ts'
import { oneFile } from '../one-file.ts'

const limit = { timeout: 240_000, concurrency: 2 }

interface MoodyMachine extends Machine {
  blueprint(text: string): void
  /** The plugin's calls since the last look. */
  asked(): readonly string[]
}

function moody(t: TestContext): MoodyMachine {
  const box = machine(t)
  const log = join(box.home, 'moody.log')
  Object.assign(box.env, { MOODY_LOG: log })
  box.installScript(`exec ${process.execPath} ${oneFile(join(import.meta.dirname, 'moody.ts'))}`, 'acme/moody')
  return Object.assign(box, {
    blueprint: (text: string) => box.write('app.blueprint.yaml', `version: 2025-11-02\n${text}`),
    asked() {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
      rmSync(log, { force: true })
      return lines.sort()
    },
  })
}

const things = (...names: readonly string[]): string =>
  `resources:\n${names.map((name) => `  ${name}: { type: moody/thing, spec: { title: ${name} } }\n`).join('')}`

async function reasonsOf(box: Machine, name: string): Promise<unknown> {
  const shown = await box.slipway(`state show ${name} --json`)
  return (JSON.parse(shown.stdout) as { failureReasons: unknown }).failureReasons
}

describe('an external state that cannot be read', limit, () => {
  test('does not stop a refresh of the others, and the reason is recorded', async (t) => {
    const box = moody(t)
    box.blueprint(things('alpha', 'drifting', 'omega'))
    assert.equal((await box.slipway('up --yes')).code, 0)
    box.asked()
    const refreshed = await box.slipway('refresh', { MOODY_HIDDEN: 'alpha' })
    assert.equal(refreshed.code, 1)
    assert.match(
      refreshed.stderr,
      /the external state of alpha \(acme\/moody, provider\.Resource\.GetExternalState\): the door is locked; nobody is in; the key is lost/,
    )
    assert.deepEqual(box.asked(), ['read alpha', 'read drifting', 'read omega'])
    const drifting = await box.slipway('state show drifting --json')
    assert.equal((JSON.parse(drifting.stdout) as { spec: { title: string } }).spec.title, 'drifted')
    assert.deepEqual(await reasonsOf(box, 'alpha'), ['nobody is in', 'the key is lost'])
    const history = await box.slipway('history')
    assert.match(
      history.stdout,
      /refresh +failed[^]*alpha: the external state of alpha[^]*calls that failed: alpha 1 UNEXPECTED/,
    )
  })

  test('does not affect a run for other targets', async (t) => {
    const box = moody(t)
    box.blueprint(things('alpha', 'omega'))
    assert.equal((await box.slipway('up --yes')).code, 0)
    box.asked()
    const refreshed = await box.slipway('refresh --target omega', { MOODY_HIDDEN: 'alpha' })
    assert.equal(refreshed.code, 0, refreshed.stderr)
    assert.deepEqual(box.asked(), ['read omega'])
    const up = await box.slipway('up --yes --refresh --target omega', { MOODY_HIDDEN: 'alpha' })
    assert.equal(up.code, 0, up.stderr)
    assert.deepEqual(box.asked(), ['read omega'])
  })

  test('blocks only that resource in an up --refresh', async (t) => {
    const box = moody(t)
    box.blueprint(things('alpha', 'omega'))
    assert.equal((await box.slipway('up --yes')).code, 0)
    box.blueprint(things('alpha', 'omega').replaceAll('title: ', 'title: new-'))
    const up = await box.slipway('up --yes --refresh', { MOODY_HIDDEN: 'alpha' })
    assert.equal(up.code, 1)
    assert.match(up.stderr, /x alpha failed[^]*the door is locked/)
    const shown = await box.slipway('state show omega --json')
    assert.equal((JSON.parse(shown.stdout) as { spec: { title: string } }).spec.title, 'new-omega')
  })
})

describe('a failing read', limit, () => {
  test('of a data source is repeated only if TRANSIENT, and reported, recorded and logged by name', async (t) => {
    const box = moody(t)
    box.blueprint(things('alpha'))
    assert.equal((await box.slipway('up --yes')).code, 0)
    box.asked()
    const source = (name: string): string =>
      `${things('alpha')}datasources: { d: { type: moody/info, filter: { field: name, operator: '=', search: ${name} }, exports: { text: { type: string } } } }\n` +
      'exports: { e: { type: string, field: datasources.d.text } }\n'
    box.blueprint(source('busy'))
    const busy = await box.slipway('up --yes')
    assert.equal(busy.code, 1)
    assert.match(
      busy.stderr,
      /the data source d \(acme\/moody, provider\.DataSource\.Fetch\): the line is busy[^]*try later[^]*or never/,
    )
    assert.deepEqual(
      box.asked().filter((line) => line.startsWith('fetch')),
      ['fetch busy', 'fetch busy', 'fetch busy'],
    )
    const [newest] = JSON.parse((await box.slipway('history --json')).stdout) as {
      outcome: string
      reasons: string[]
    }[]
    assert.equal(newest?.outcome, 'failed')
    assert.deepEqual(newest?.reasons.slice(1), ['try later', 'or never'])
    assert.match(
      (await box.slipway('logs --plugin acme/moody')).stdout,
      /provider\.DataSource\.Fetch for d failed \(TRANSIENT, attempt 3, \d+ ms\): try later; or never/,
    )
    box.blueprint(source('bad'))
    assert.equal((await box.slipway('up --yes')).code, 1)
    assert.deepEqual(
      box.asked().filter((line) => line.startsWith('fetch')),
      ['fetch bad'],
    )
  })

  test('of a function, a validation or a definition is reported by name, and never repeated', async (t) => {
    const box = moody(t)
    box.blueprint(
      `values: { v: { type: string, value: '\${sulk("x")}' } }\nexports: { v: { type: string, field: values.v } }\n`,
    )
    const called = await box.slipway('up --yes')
    assert.match(called.stderr, /the function sulk \(acme\/moody, provider\.Function\.Call\): not now/)
    assert.deepEqual(box.asked(), ['call x'])
    box.blueprint(things('alpha').replace('title: alpha', 'title: invalid'))
    const validated = await box.slipway('up --yes')
    assert.match(
      validated.stderr,
      /the validation of alpha \(acme\/moody, provider\.Resource\.CustomValidate\): the inspector is ill/,
    )
    assert.deepEqual(box.asked(), ['validate'])
    box.blueprint('resources: { o: { type: moody/odd } }\n')
    const defined = await box.slipway('up --yes')
    assert.match(
      defined.stderr,
      /acme\/moody did not list its types \(provider\.Get\w+\): moody\/odd: it cannot be put into words/,
    )
  })
})
