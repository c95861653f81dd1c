/** Existing things that a plan imports: entries of `metadata.slipway.import`, and options of resources. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

interface Service extends Machine {
  readonly world: string
}

/** A service with two servers that Slipway has not recorded. */
function service(t: TestContext): Service {
  const box = machine(t)
  const world = join(box.folder, 'world')
  box.installScript(
    `REGIONS='${world}' exec '${process.execPath}' '${oneFile(join(import.meta.dirname, 'regions.ts'))}'`,
    'acme/regions',
  )
  box.write(
    'slipway.config.yaml',
    'providers: { regions: { region: here } }\nconfigurations: { regions: { us: { region: us } } }\n',
  )
  for (const [region, id] of [
    ['here', 'i-1'],
    ['us', 'i-2'],
  ] as const) {
    mkdirSync(join(world, region), { recursive: true })
    writeFileSync(join(world, region, id), '2')
  }
  return { ...box, world }
}

const resources = (size: number): string => `resources:
  a: { type: regions/server, spec: { size: ${size} } }
  b: { type: regions/server, metadata: { custom: { slipway: { provider: us, import: i-2 } } }, spec: { size: 2 } }
`

function blueprint(box: Machine, size: number, entry = 'i-1'): void {
  const metadata = `metadata: { slipway: { import: [{ to: a, id: ${entry} }] } }\n`
  box.write('app.blueprint.yaml', `version: 2025-11-02\n${metadata}${resources(size)}`)
}

describe('import entries', { timeout: 240_000, concurrency: 2 }, () => {
  test('are shown in the plan, carried out by up, and have no effect afterwards', async (t) => {
    const box = service(t)
    blueprint(box, 3)
    const planned = await box.slipway('plan --detailed-exitcode')
    assert.equal(planned.code, 2, planned.stderr)
    assert.match(planned.stdout, /~ a .* will be imported as "i-1", and then be updated in place\n +~ size: 2 -> 3/)
    assert.match(planned.stdout, /b .* will be imported as "i-2"\n/)
    assert.match(planned.stdout, /1 to update, 2 to import\n/)
    assert.equal((await box.slipway('state list')).stdout, '')
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.equal(readFileSync(join(box.world, 'here/i-1'), 'utf8'), '3')
    assert.match((await box.slipway('state show b')).stdout, /provider +us[^]*id +"i-2"/)
    assert.equal((await box.slipway('plan --detailed-exitcode --refresh')).code, 0)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test('are carried out from a saved plan as shown', async (t) => {
    const box = service(t)
    blueprint(box, 2)
    assert.equal((await box.slipway('plan --out saved.plan')).code, 0)
    const up = await box.slipway('up --plan saved.plan')
    assert.equal(up.code, 0, up.stderr)
    assert.match((await box.slipway('state list')).stdout, /a +regions\/server[^]*b +regions\/server/)
  })

  test('are refused by name if nothing matches, and nothing is recorded', async (t) => {
    const box = service(t)
    blueprint(box, 2, 'i-9')
    const { code, stderr } = await box.slipway('up --yes')
    assert.equal(code, 1)
    assert.match(stderr, /app\.blueprint\.yaml:4:[^]*a cannot be imported: its provider finds no id "i-9"/)
    assert.match(stderr, /correct its entry in metadata\.slipway\.import/)
    assert.equal((await box.slipway('state list')).stdout, '')
    box.write('app.blueprint.yaml', `version: 2025-11-02\n${resources(2).replace('i-2', 'i-8')}`)
    const option = await box.slipway('plan')
    assert.match(option.stderr, /app\.blueprint\.yaml:4:[^]*b cannot be imported: its provider finds no id "i-8"/)
    assert.match(option.stderr, /correct its option import/)
    // An entry for one resource does not block the import of others.
    const imported = await box.slipway('import a i-1')
    assert.equal(imported.code, 0, imported.stderr)
  })

  test('are refused if another instance of the state has the resource in the same region', async (t) => {
    const box = service(t)
    blueprint(box, 2)
    assert.equal((await box.slipway('up --yes --instance one')).code, 0)
    for (const line of ['plan --instance two', 'up --yes --instance two']) {
      const { code, stderr } = await box.slipway(line)
      assert.equal(code, 1)
      assert.match(
        stderr,
        /a is already a of the instance one, and 1 more is there, too[^]*slipway state rm NAME --instance one/,
      )
    }
    box.write('app.blueprint.yaml', `version: 2025-11-02\n${resources(2)}`.replace(', import: i-2', ''))
    const at = await box.slipway('import b i-2 --instance two')
    assert.match(at.stderr, /b is already b of the instance one/)
    assert.equal((await box.slipway('state list --instance two')).stdout, '')
    // In another region, the id means another thing; that thing may change its owner.
    mkdirSync(join(box.world, 'eu'))
    writeFileSync(join(box.world, 'eu/i-1'), '2')
    const here = readFileSync(join(box.folder, 'slipway.config.yaml'), 'utf8')
    box.write('slipway.config.yaml', here.replace('region: here', 'region: eu'))
    assert.equal((await box.slipway('import a i-1 --instance two')).code, 0)
    box.write('slipway.config.yaml', here)
    await box.slipway('state rm b --instance one --yes')
    const { code, stderr } = await box.slipway('import b i-2 --instance two')
    assert.equal(code, 0, stderr)
  })

  test('are carried out by the import command, with the blueprint’s lines', async (t) => {
    const box = service(t)
    box.write('app.blueprint.yaml', `version: 2025-11-02\n${resources(5)}`)
    const { code, stderr } = await box.slipway('import a i-1 --out a.bp')
    assert.equal(code, 0, stderr)
    assert.match(
      readFileSync(join(box.folder, 'a.bp'), 'utf8'),
      /resource a: regions\/server \{\n +spec \{\n +size = 2\n/,
    )
    assert.match((await box.slipway('import a i-1 --out a.bp app.blueprint.yaml')).stderr, /a\.bp already exists/)
  })
})
