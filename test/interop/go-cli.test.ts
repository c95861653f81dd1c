/** The Go provider as users have it: installed in a plugin directory, named in a blueprint, called by the command line. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../cases.ts'
import { start } from '../ledger/command.ts'
import { buildGopher, skipWithoutGo, type Gopher } from './go/build.ts'
import { machine, type Machine } from '../plugins/machine.ts'
import { suite } from './needs.ts'

const id = 'interop/gopher'

/** A data source, a function, and resources that are transient at first and take time to stabilise. */
const village = `version: 2025-11-02
datasources:
  now:
    type: gopher/weather
    filter: { field: place, operator: "=", search: Kiel }
    exports: { place: { type: string }, rain: { type: float } }
resources:
  home:
    type: gopher/burrow
    spec: { name: "\${datasources.now.place}", path: home.txt, depth: 3, rooms: 2, collapses: 2, settles: 1 }
  sign:
    type: gopher/burrow
    spec: { name: '\${dig("ho", 3)}', path: sign.txt, tags: ["\${resources.home.spec.path}"] }
exports:
  seen: { type: string, field: resources.home.spec.seen }
`

const troubled = `version: 2025-11-02
resources:
  wet: { type: gopher/burrow, spec: { name: wet, trouble: refuse } }
  above: { type: gopher/burrow, dependsOn: wet, spec: { name: above } }
  loose: { type: gopher/burrow, spec: { name: loose, collapses: 9 } }
  mole: { type: gopher/burrow, spec: { name: mouse } }
`

const transformed = `version: 2025-11-02
transform: villages-2026
variables:
  name: { type: string, default: Rabbitville }
resources:
  north:
    type: gopher/village
    spec: { name: "\${variables.name} 1", rooms: 2 }
  lone: { type: gopher/burrow, dependsOn: north_sign, spec: { name: lone } }
exports:
  seen: { type: string, field: resources.north_sign.spec.seen }
`

const endless = `version: 2025-11-02
resources:
  restless: { type: gopher/burrow, spec: { name: r, path: restless.txt, settles: 1000000 } }
`

suite('a Go plugin under the command line', { skip: skipWithoutGo, timeout: 300_000 }, () => {
  let gopher: Gopher
  before(async () => {
    gopher = await buildGopher()
  })

  const withGopher = (box: Machine, blueprint: string): Machine => {
    box.install(gopher.file, id)
    box.write('village.blueprint.yaml', blueprint)
    return box
  }

  test('transforms a blueprint with origins, and mistakes are reported where they were written', async (t) => {
    const box = withGopher(machine(t), transformed)
    const missing = await box.slipway('validate')
    assert.match(missing.stdout + missing.stderr, /no transformer for "villages-2026" is installed/)
    box.install(gopher.file, 'interop/villages', { kind: 'transformer' })
    const planned = await box.slipway('plan')
    assert.match(planned.stdout, /north_home \(gopher\/burrow\) from north will be created/, planned.stderr)
    assert.match(planned.stdout, /north_sign \(gopher\/burrow\) from north will be created/)
    assert.match(planned.stdout, /lone \(gopher\/burrow\) will be created/)
    const json = await box.slipway('plan --json')
    assert.match(
      json.stdout,
      /"madeFrom":\s*\{\s*"resource":\s*"north",\s*"type":\s*"gopher\/village",\s*"transform":\s*"villages-2026"/,
    )
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.match((await box.slipway('exports --json')).stdout, /name: .*Rabbitville 1.*rooms: int 2/)
    assert.equal((await box.slipway('plan --detailed-exitcode')).code, 0)

    box.write('village.blueprint.yaml', transformed.replace('"${variables.name} 1"', 'Moletown'))
    const refused = await box.slipway('validate')
    assert.match(
      refused.stdout + refused.stderr,
      /:8:19: error: the transform villages-2026 \(interop\/villages, transformer\.\w+\): moles have towns/,
    )
    box.write('village.blueprint.yaml', transformed.replace('rooms: 2', 'rooms: -2'))
    const wrong = await box.slipway('validate')
    assert.match(
      wrong.stdout + wrong.stderr,
      /:8:\d+: error: .*-2.*in resources\.north_home\.spec\.rooms, after the transform villages-2026/,
    )
    const destroyed = await box.slipway('destroy --yes')
    assert.equal(destroyed.code, 0, destroyed.stderr)
  })

  for (const way of ['TCP', 'a unix socket'] as const) {
    test(`is planned, deployed, found unchanged and destroyed over ${way}`, async (t) => {
      const box = withGopher(machine(t), village)
      const env = way === 'TCP' ? {} : { GOPHER_UNIX_SOCKET: join(box.home, 'gopher.sock') }
      const plan = await box.slipway('plan --detailed-exitcode', env)
      assert.equal(plan.code, 2, plan.stderr)
      assert.match(plan.stdout, /name: "Kiel"/)
      assert.match(plan.stdout, /name: "hohoho"/)

      const up = await box.slipway('up --yes', env)
      assert.equal(up.code, 0, up.stderr)
      for (const attempt of [1, 2])
        assert.match(up.stderr, new RegExp(`home: .*collapsed at attempt ${attempt}, attempt ${attempt} of 5`))
      assert.equal(readFileSync(join(box.folder, 'home.txt'), 'utf8'), 'Kiel')
      const exported = await box.slipway('exports --json', env)
      assert.match(exported.stdout, /depth: float 3, name: \\"Kiel\\".*rooms: int 2/)

      assert.equal((await box.slipway('plan --refresh --detailed-exitcode', env)).code, 0)
      const destroyed = await box.slipway('destroy --yes', env)
      assert.equal(destroyed.code, 0, destroyed.stderr)
      assert.equal(existsSync(join(box.folder, 'home.txt')), false)
      assert.equal((await box.slipway('state list --json')).stdout, '[]\n')
      assert.deepEqual(await box.processesLeft(), [])
    })
  }

  test('fails with its codes and recorded reasons, which are cleared by a success', async (t) => {
    const box = withGopher(machine(t), troubled)
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 1)
    assert.match(up.stderr, /wet failed creating \(BAD_INPUT\): too wet\n {4}too many moles/)
    assert.match(up.stderr, /above skipped: wet was not deployed/)
    assert.match(up.stderr, /loose failed creating \(TRANSIENT\): retryable error: collapsed at attempt 5/)
    const reasons = async (name: string): Promise<unknown> => {
      const { stdout } = await box.slipway(`state show ${name} --json`)
      return (JSON.parse(stdout) as { failureReasons?: unknown }).failureReasons
    }
    assert.deepEqual(await reasons('wet'), ['too wet', 'too many moles'])
    assert.deepEqual(await reasons('loose'), ['retryable error: collapsed at attempt 5'])

    box.write('village.blueprint.yaml', troubled.replace('mouse', 'mole'))
    const refused = await box.slipway('plan')
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /village\.blueprint\.yaml:\d+:\d+: error: mole \(interop\/gopher, provider\.Resource\.CustomValidate\): moles dig their own/,
    )

    box.write('village.blueprint.yaml', troubled.replace(', trouble: refuse', '').replace(', collapses: 9', ''))
    const healed = await box.slipway('up --yes')
    assert.equal(healed.code, 0, healed.stderr)
    assert.deepEqual((await reasons('wet')) ?? [], [])
  })

  for (const way of ['TCP', 'a unix socket'] as const) {
    test(`over ${way} does not survive a kill -9 of the engine, even if it ignores signals`, async (t) => {
      const box = withGopher(machine(t), endless)
      const env = way === 'TCP' ? {} : { GOPHER_UNIX_SOCKET: join(box.home, 'gopher.sock') }
      const { child, ended } = start(box, ['up', '--yes'], { GOPHER_STUBBORN: 'yes', ...env })
      while (!existsSync(join(box.folder, 'restless.txt'))) {
        assert.equal(child.exitCode, null, 'up has ended')
        await sleep(20)
      }
      child.kill('SIGKILL')
      assert.equal((await ended).signal, 'SIGKILL')
      assert.deepEqual(await box.processesLeft(), [])
      const destroyed = await box.slipway('destroy --yes', env)
      assert.equal(destroyed.code, 0, destroyed.stderr)
      assert.equal(existsSync(join(box.folder, 'restless.txt')), false)
    })
  }
})
