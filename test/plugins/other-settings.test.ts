/** A provider whose settings have changed, for example because an environment variable names another region. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

interface Service extends Machine {
  readonly world: string
  /** The existing things, by region. */
  things(): Readonly<Record<string, readonly string[]>>
  region(name: string, more?: string): void
  /** Chooses the plugin before it declared which settings keep the place, or after. */
  version(age: 'old' | 'new'): void
  done(line: string): Promise<string>
  failed(line: string): Promise<string>
}

const blueprint = `version: 2025-11-02
resources:
  a: { type: regions/bucket, spec: { name: data } }
  b: { type: regions/server, spec: { size: 2 } }
`

function service(t: TestContext): Service {
  const box = machine(t)
  const world = join(box.folder, 'world')
  const plugin = oneFile(join(import.meta.dirname, 'regions.ts'))
  const version = (age: 'old' | 'new'): void => {
    const old = age === 'old' ? 'export REGIONS_OLD=1; ' : ''
    box.installScript(`${old}REGIONS='${world}' exec '${process.execPath}' '${plugin}'`, 'acme/regions')
  }
  version('new')
  box.write('app.blueprint.yaml', blueprint)
  const region = (name: string, more = ''): void =>
    box.write('slipway.config.yaml', `providers:\n  regions: { region: ${name}${more} }\n`)
  region('here')
  const ended = async (line: string, expected: number): Promise<string> => {
    const { code, stdout, stderr } = await box.slipway(line)
    assert.equal(code, expected, stdout + stderr)
    return stdout + stderr
  }
  const regions = (): readonly string[] => (existsSync(world) ? readdirSync(world) : [])
  const things = (): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(
      regions()
        .map((name) => [name, readdirSync(join(world, name)).map((file) => file.slice(0, 2))] as const)
        .filter(([, names]) => names.length > 0),
    )
  return { ...box, world, region, version, things, done: (line) => ended(line, 0), failed: (line) => ended(line, 1) }
}

const server = (name: string, more = ''): string => `  ${name}: { type: regions/server, ${more}spec: { size: 2 } }\n`

const both = { here: ['da', 'i-'] }

describe('a provider with changed settings', { timeout: 240_000, concurrency: 2 }, () => {
  test('does not make a refresh forget what it does not find', async (t) => {
    const box = service(t)
    await box.done('up --yes')
    const before = await box.done('state list')
    box.region('eu')
    const said = await box.failed('refresh')
    assert.match(
      said,
      /a \(regions\/bucket\) was not found, but its provider has other settings than when it was last seen/,
    )
    assert.match(said, /region is "eu", was "here"/)
    assert.match(said, /slipway state rm a/)
    assert.equal(await box.done('state list'), before)
    box.region('here')
    assert.match(await box.done('up --yes --refresh'), /Nothing to do/)
    assert.deepEqual(box.things(), both)
  })

  test('creates nothing twice, and destroys nothing in the wrong place', async (t) => {
    const box = service(t)
    await box.done('up --yes')
    box.region('eu')
    for (const line of ['up --yes', 'up --yes --refresh']) assert.match(await box.failed(line), /region is "eu"/)
    assert.match(await box.failed('destroy --yes'), /region is "eu"/)
    assert.deepEqual(box.things(), both)
    box.write('app.blueprint.yaml', blueprint.replace(/ {2}b:.*\n/, ''))
    await box.failed('up --yes')
    assert.deepEqual(box.things(), both)
    box.region('here')
    await box.done('destroy --yes')
    assert.deepEqual(box.things(), {})
  })

  test('is believed if it finds the resources, which is reported', async (t) => {
    const box = service(t)
    await box.done('up --yes')
    box.region('here', ', owner: ada')
    const plan = await box.done('plan')
    assert.match(plan, /regions has other settings than before: owner is "ada", was not set; .* still lead to a, b/)
    await box.done('up --yes')
    assert.doesNotMatch(await box.done('plan'), /other settings/)
    // These settings apply from now on.
    box.region('here')
    await box.done('refresh')
    assert.doesNotMatch(await box.done('plan'), /other settings/)
  })

  test('destroys nothing that merely has the old name', async (t) => {
    const box = service(t)
    await box.done('up --yes')
    mkdirSync(join(box.world, 'us'))
    writeFileSync(join(box.world, 'us/data'), 'of somebody else')
    box.region('us')
    assert.match(await box.failed('destroy --yes'), /the existing resource may be another one with the same name as a/)
    assert.deepEqual(box.things(), { ...both, us: ['da'] })
    // A user who confirms that it is the same thing can destroy it; a thing with an id of its own needs no confirmation.
    box.region('here', ', owner: ada')
    await box.failed('destroy --yes')
    assert.deepEqual(box.things(), { here: ['da'], us: ['da'] })
    await box.done('refresh')
    await box.done('destroy --yes')
    assert.deepEqual(box.things(), { us: ['da'] })
  })

  test('counts as unchanged if only a secret differs', async (t) => {
    const box = service(t)
    box.region('here', ', token: sesame, address: "https://me:millet@here.example/?as=rice"')
    await box.done('up --yes')
    const state = readFileSync(join(box.folder, '.slipway/state.db')).toString('latin1')
    assert.deepEqual(
      ['sesame', 'millet', 'rice'].filter((word) => state.includes(word)),
      [],
    )
    box.region('here', ', token: lentil, address: "https://me:barley@here.example/"')
    assert.doesNotMatch(await box.done('plan'), /other settings/)
    box.region('here', ', token: lentil, address: "https://me:barley@there.example/"')
    const said = await box.done('plan')
    assert.match(said, /address is "https:\/\/there\.example\/", was "https:\/\/here\.example\/"/)
  })

  test('for the same target is believed about missing resources', async (t) => {
    const box = service(t)
    box.version('old')
    await box.done('up --yes')
    box.version('new')
    for (const id of readdirSync(join(box.world, 'here'))) rmSync(join(box.world, 'here', id))
    box.region('here', ', limitMs: 60')
    const plan = await box.done('plan --refresh')
    assert.doesNotMatch(plan, /other settings|limitMs/)
    assert.match(plan, /2 to create/)
    await box.done('up --yes --refresh')
    await box.done('plan --out app.plan')
    box.region('here', ', limitMs: 90')
    await box.done('up --plan app.plan')
    box.region('eu')
    assert.match(await box.failed('up --yes'), /last seen: region is "eu", was "here"$/m)
    await box.failed('destroy --yes')
  })

  test('is not believed about imported resources either', async (t) => {
    const box = service(t)
    mkdirSync(join(box.world, 'here'), { recursive: true })
    for (const id of ['i-1', 'i-2']) writeFileSync(join(box.world, 'here', id), '2')
    const entry = 'metadata: { custom: { slipway: { import: i-2 } } }, '
    box.write('app.blueprint.yaml', `version: 2025-11-02\nresources:\n${server('b') + server('c', entry)}`)
    await box.done('import b i-1')
    await box.done('plan --out app.plan')
    await box.done('up --plan app.plan')
    box.region('eu')
    assert.match(
      await box.failed('refresh'),
      /b \(regions\/server\) was not found[^]*c \(regions\/server\) was not found/,
    )
    box.region('here')
    await box.done('destroy --yes')
    assert.deepEqual(box.things(), {})
  })

  test('is refused by a saved plan, unless only a key was renewed', async (t) => {
    const box = service(t)
    box.region('here', ', token: sesame')
    await box.done('plan --out app.plan')
    assert.doesNotMatch(readFileSync(join(box.folder, 'app.plan'), 'utf8'), /sesame|here/)
    box.region('eu', ', token: sesame')
    const said = await box.failed('up --plan app.plan')
    assert.match(
      said,
      /providers have other settings than when the plan was made[^]*regions: region is "eu", was "here"/,
    )
    assert.match(said, /engine\/stale-plan/)
    assert.deepEqual(box.things(), {})
    box.region('here', ', token: millet')
    await box.done('up --plan app.plan')
    await box.done('plan --destroy --out app.plan')
    box.region('us')
    assert.match(await box.failed('up --plan app.plan'), /region is "us"/)
    box.region('here')
    await box.done('up --plan app.plan')
    assert.deepEqual(box.things(), {})
  })

  test('can be told by hand that a resource is gone', async (t) => {
    const box = service(t)
    await box.done('up --yes')
    box.region('eu')
    await box.done('state rm a --yes')
    await box.done('state rm b --yes')
    await box.done('up --yes')
    assert.deepEqual(box.things(), { ...both, eu: ['da', 'i-'] })
  })
})
