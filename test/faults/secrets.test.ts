/** Fault rows 35 and 36: a secret is in no byte that Slipway writes, and plugins do not see Slipway's own secrets. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { run } from '../ledger/command.ts'
import { makeWorld } from '../ledger/world.ts'

const canary = 'canary-7f3b1c9d-Sicher!'

const blueprint = `version: 2025-11-02
variables:
  token:
    type: string
    secret: true
resources:
  holder:
    type: null/resource
    spec:
      value: "token=\${variables.token}"
  fails:
    type: null/resource
    spec:
      value: "again \${variables.token}"
      fail: UNEXPECTED
    dependsOn: holder
exports:
  token:
    type: string
    field: resources.holder.spec.value
`

describe('a secret', () => {
  test('is in no file and no output', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(blueprint)
      const home = { HOME: join(world.folder, 'home'), SLIPWAY_VAR_token: canary }
      const said = []
      said.push(await run(world, ['plan', '--out', 'saved.plan'], home))
      said.push(await run(world, ['up', '--yes'], home))
      said.push(await run(world, ['up', '--yes', '--json'], home))
      said.push(await run(world, ['state', 'show', 'holder', '--json'], home))
      said.push(await run(world, ['state', 'export'], home))
      said.push(await run(world, ['history', '--json'], home))
      said.push(await run(world, ['exports'], home))
      assert.equal(said[0]?.code, 0, said[0]?.stderr)
      assert.equal(said[1]?.code, 1, 'one resource fails on purpose')
      for (const forms of spellings(canary)) {
        for (const end of said)
          assert.ok(!(end.stdout + end.stderr).includes(forms), `said ${forms}:\n${end.stdout}${end.stderr}`)
        assert.deepEqual(filesWith(world.folder, forms), [])
      }
      const shown = await run(world, ['exports', '--json', '--show-secrets'], home)
      assert.deepEqual(JSON.parse(shown.stdout), { token: `token=${canary}` })
      await run(world, ['destroy', '--yes'], home)
    } finally {
      world.remove()
    }
  })
})

const settings = `providers:
  faulty:
    token: "${canary}"
`

const blurting = `version: 2025-11-02
resources:
  thing:
    type: faulty/thing
    spec:
      do: blurt
`

describe("a secret of a provider's settings", () => {
  test('is in no output and no log, even if the plugin prints it and fails with it', async () => {
    const world = makeWorld()
    try {
      world.installFaulty('good')
      world.writeBlueprint(blurting)
      const config = join(world.folder, 'slipway.config.yaml')
      writeFileSync(config, settings)
      const home = { HOME: join(world.folder, 'home') }
      const said = [await run(world, ['up', '--yes'], home), await run(world, ['up', '--yes', '--json'], home)]
      assert.match(said[0]?.stderr ?? '', /the service does not like "\(secret\)"/)
      for (const forms of spellings(canary)) {
        for (const end of said) assert.ok(!(end.stdout + end.stderr).includes(forms), end.stdout + end.stderr)
        assert.deepEqual(
          filesWith(world.folder, forms).filter((file) => file !== config),
          [],
        )
      }
    } finally {
      world.remove()
    }
  })
})

describe('the key that seals secrets', () => {
  test('is not created by commands without secrets', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(blueprint.replaceAll('${variables.token}', 'x'))
      const seen = [await run(world, ['plan']), await run(world, ['state', 'list']), await run(world, ['doctor'])]
      assert.deepEqual(
        seen.map((end) => end.stderr.includes('sealing key')),
        [false, false, false],
      )
      assert.deepEqual(
        readdirSync(world.folder, { recursive: true }).filter((name) => String(name).includes('state-key')),
        [],
      )
    } finally {
      world.remove()
    }
  })

  test('is created before the run if a provider will return a secret, or else nothing runs', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(`version: 2025-11-02
resources:
  pw: {type: random/password, spec: {length: 12}}
  other: {type: local/file, spec: {path: made, content: x}}
`)
      const nowhere = { XDG_CONFIG_HOME: '/dev/null' }
      const refused = await run(world, ['up', '--yes'], nowhere)
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /sealing key cannot be written to \/dev\/null.*\[state\/key-unwritable\]/s)
      assert.equal(existsSync(join(world.folder, 'made')), false)
      const doctor = await run(world, ['doctor'], nowhere)
      assert.match(doctor.stdout, /BAD +sealing key: \/dev\/null\/slipway cannot be written/)
      assert.equal((await run(world, ['up', '--yes', '--target', 'other'], nowhere)).code, 0)
      assert.equal((await run(world, ['up', '--yes'])).code, 0)
      await run(world, ['destroy', '--yes'])
    } finally {
      world.remove()
    }
  })

  test('of a passphrase stays the same between runs, so many runs need one derivation', async () => {
    const world = makeWorld()
    try {
      const held = blueprint.slice(0, blueprint.indexOf('  fails:'))
      world.writeBlueprint(`${held}  more:\n    type: null/resource\n    spec: {value: "\${variables.token}"}\n`)
      const env = { SLIPWAY_PASSPHRASE: 'sesame open', SLIPWAY_VAR_token: canary }
      for (const args of [['--target', 'holder'], []]) {
        const up = await run(world, ['up', '--yes', ...args], env)
        assert.equal(up.code, 0, up.stderr)
      }
      const exported = (await run(world, ['state', 'export'], env)).stdout
      const database = readFileSync(join(world.folder, '.slipway/state.db'), 'latin1')
      const keys = new Set(`${database}${exported}`.match(/passphrase-\d\d-[\w-]{22}-[\w-]{8}/g))
      assert.equal(keys.size, 1, [...keys].join())
      assert.equal((await run(world, ['destroy', '--yes'], env)).code, 0)
    } finally {
      world.remove()
    }
  })
})

function spellings(text: string): readonly string[] {
  return [
    text,
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
  ]
}

function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
}
