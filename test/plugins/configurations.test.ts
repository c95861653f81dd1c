/** Several configurations of one provider, as a user would write them: two regions of a service in one blueprint. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

const settings = `providers:
  regions: { region: here, owner: ada }
configurations:
  regions:
    us: { region: us }
    eu: { region: eu, owner: bob }
`

interface Service extends Machine {
  /** The existing things, by region. */
  things(): Readonly<Record<string, readonly string[]>>
}

function service(t: TestContext): Service {
  const box = machine(t)
  const world = join(box.folder, 'world')
  const plugin = oneFile(join(import.meta.dirname, 'regions.ts'))
  box.installScript(`REGIONS='${world}' exec '${process.execPath}' '${plugin}'`, 'acme/regions')
  box.write('slipway.config.yaml', settings)
  const regions = (): readonly string[] => (existsSync(world) ? readdirSync(world) : [])
  const things = (): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(
      regions()
        .map((region) => [region, readdirSync(join(world, region)).sort()] as const)
        .filter(([, names]) => names.length > 0),
    )
  return { ...box, things }
}

const bucket = (name: string, provider?: string): string =>
  `{ type: regions/bucket, ${provider === undefined ? '' : `metadata: { custom: { slipway: { provider: ${provider} } } }, `}spec: { name: ${name} } }`

function blueprint(box: Machine, resources: Readonly<Record<string, string>>, more = ''): void {
  const lines = Object.entries(resources).map(([name, text]) => `  ${name}: ${text}\n`)
  box.write('app.blueprint.yaml', `version: 2025-11-02\n${more}resources:\n${lines.join('')}`)
}

async function up(box: Machine): Promise<string> {
  const { code, stdout, stderr } = await box.slipway('up --yes')
  assert.equal(code, 0, stdout + stderr)
  return stdout + stderr
}

describe('several configurations of a provider', { timeout: 240_000, concurrency: 2 }, () => {
  test('are chosen by each resource, and one name in two of them is two resources', async (t) => {
    const box = service(t)
    const exports = 'exports:\n  us: { type: string, field: b.spec.arn }\n  eu: { type: string, field: c.spec.arn }\n'
    blueprint(box, { a: bucket('data'), b: bucket('data', 'us'), c: bucket('data', 'eu') }, exports)
    await up(box)
    assert.deepEqual(box.things(), { eu: ['data'], here: ['data'], us: ['data'] })
    const { stdout } = await box.slipway('exports --json')
    assert.deepEqual(JSON.parse(stdout), { us: 'us:data of ada', eu: 'eu:data of bob' })
    assert.equal((await box.slipway('plan --detailed-exitcode --refresh')).code, 0)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
    assert.deepEqual(box.things(), {})
  })

  test('are used to destroy even if no blueprint names them any more', async (t) => {
    const box = service(t)
    blueprint(box, { a: bucket('data', 'us'), b: bucket('other', 'us') })
    await up(box)
    blueprint(box, { a: bucket('data', 'eu') })
    const { stdout } = await box.slipway('plan')
    assert.match(stdout, /-\/\+ a .* will be replaced: provider cannot change in place\n +~ provider: "us" -> "eu"/)
    await up(box)
    assert.deepEqual(box.things(), { eu: ['data'] })
    assert.match((await box.slipway('state show a')).stdout, /provider +eu/)
  })

  test('that are no longer in the settings are named, and their resources stay', async (t) => {
    const box = service(t)
    blueprint(box, { a: bucket('data', 'us') })
    await up(box)
    box.write('slipway.config.yaml', settings.replace('us:', 'usa:'))
    const missing =
      /! this will fail: the settings have no configuration "us" of the provider regions\n.*there are: eu, usa/
    assert.match((await box.slipway('plan --destroy')).stdout, missing)
    for (const resources of [{}, { a: bucket('data', 'usa') }, { a: bucket('data', 'eu'), b: bucket('more') }]) {
      blueprint(box, resources)
      assert.match((await box.slipway('plan')).stdout, missing)
      assert.equal((await box.slipway('up --yes')).code, 1)
      assert.deepEqual(box.things()['us'], ['data'])
      assert.equal(box.things()['eu'], undefined)
    }
    blueprint(box, { a: bucket('data', 'us') })
    const destroyed = await box.slipway('destroy --yes')
    assert.equal(destroyed.code, 1)
    assert.match(destroyed.stderr, /no configuration "us" of the provider regions.*there are: eu, usa/s)
    assert.deepEqual(box.things()['us'], ['data'])
    const checked = await box.slipway('validate')
    assert.match(
      checked.stdout + checked.stderr,
      /app\.blueprint\.yaml:3:\d+: .*no configuration "us"[^]*there are: eu, usa/,
    )
  })

  test('are checked against the provider’s declaration, each by its name', async (t) => {
    const box = service(t)
    blueprint(box, { a: bucket('data', 'us') })
    box.write('slipway.config.yaml', settings.replace('region: us', 'region: mars'))
    const { code, stderr } = await box.slipway('plan')
    assert.equal(code, 1)
    assert.match(stderr, /the settings of the provider regions are wrong in its configuration "us"/)
    assert.match(stderr, /configurations\.regions\.us\.region \(slipway\.config\.yaml:5\) must be one of here, us, eu/)
  })

  test('may be chosen by data sources and by an each', async (t) => {
    const box = service(t)
    blueprint(box, {
      copy: '{ type: regions/bucket, each: "${list(\\"us\\", \\"eu\\")}", metadata: { custom: { slipway: { eachKey: "${elem}", provider: "${elem}" } } }, spec: { name: "${elem}-data", content: "${elem}" } }',
    })
    await up(box)
    assert.deepEqual(box.things(), { eu: ['eu-data'], us: ['us-data'] })
    const source = `datasources:
  there:
    type: regions/bucket
    metadata: { custom: { slipway: { provider: eu } } }
    filter: { field: name, operator: "=", search: eu-data }
    exports: { content: { type: string } }
exports: { found: { type: string, field: datasources.there.content } }
`
    blueprint(box, { a: bucket('x') }, source)
    await up(box)
    assert.equal((await box.slipway('exports --only found --raw')).stdout.trim(), 'eu')
  })
})

test('with tagging have their tags shown in plans', { timeout: 240_000 }, async (t) => {
  const box = service(t)
  box.write('slipway.config.yaml', `${settings}tagging: { enabled: true, prefix: by_ }\n`)
  blueprint(box, { a: bucket('data') })
  const { stdout } = await box.slipway('plan')
  assert.match(stdout, /\+ tags: \{ *"?by_instance"?: "app", "?by_blueprint"?: "app\.blueprint\.yaml" *\}/)
  await up(box)
  assert.equal((await box.slipway('plan --detailed-exitcode --refresh')).code, 0)
})
