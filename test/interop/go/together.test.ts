// test:rest: more cases of what gopher.test.ts shows
/** Many unmodified plugins at once, and several engines on one machine: each has its own ports, ids and folders. */
import assert from 'node:assert/strict'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before } from 'node:test'

import { pluginExecutable } from '@slipway/host'

import { test } from '../../cases.ts'
import { machine, type Machine } from '../../plugins/machine.ts'
import { suite } from '../needs.ts'
import { buildGopher, type Gopher, skipWithoutGo } from './build.ts'

const limit = { skip: skipWithoutGo, timeout: 300_000 }

suite('plugins on the public Go SDK', limit, () => {
  let gopher: Gopher
  before(async () => {
    gopher = await buildGopher()
  })

  test('register fifty at a time under the ids of their folders, and leave nothing', async (t) => {
    const box = machine(t)
    const ids = Array.from({ length: 50 }, (_, index) => `acme/gopher${index}`)
    // In the folder of the program, which is kept for later runs: hard links need its file system.
    const copies = join(dirname(gopher.file), 'copies')
    rmSync(copies, { recursive: true, force: true })
    t.after(() => rmSync(copies, { recursive: true, force: true }))
    for (const id of ids) {
      const file = pluginExecutable(copies, 'provider', id, '1.0.0')
      mkdirSync(dirname(file), { recursive: true })
      linkSync(gopher.file, file)
    }
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources: { r: { type: random/id } }\n')
    const env = { GOPHER_PLUGIN_ID: 'path', SLIPWAY_PLUGINS_REQUIRE: 'all', CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: copies }
    const up = await box.slipway('up --yes', env)
    assert.equal(up.code, 0, up.stderr)
    for (const id of ids) {
      const log = readFileSync(join(box.folder, '.slipway/logs', id, 'plugin.log'), 'utf8')
      assert.equal(log.match(/launched .* as process \d+/g)?.length, 1, `${id}: ${log}`)
    }
    // An unused plugin that came with Slipway is not started in order to validate.
    assert.equal(existsSync(join(box.folder, '.slipway/logs/slipway/http')), false)
    assert.deepEqual(await box.processesLeft(), [])
  })

  test('serve two engines at the same time', async (t) => {
    const engines = ['one', 'two'].map((name) => ({ name, box: machine(t) }))
    for (const { name, box } of engines) {
      box.install(gopher.file, 'interop/gopher')
      const burrows = Array.from({ length: 10 }, (_, index) => burrow(`${name}${index}`))
      box.write('app.blueprint.yaml', `version: 2025-11-02\nresources:\n${burrows.join('')}`)
    }
    const inOwnSoil = (command: string) =>
      Promise.all(engines.map(({ name, box }) => box.slipway(`${command} --set providers.gopher.soil=${name}-clay`)))
    const ended = await inOwnSoil('up --yes')
    for (const [index, { name, box }] of engines.entries()) {
      assert.equal(ended[index]?.code, 0, ended[index]?.stderr)
      const records = await specsOf(box)
      assert.equal(records.length, 10)
      // Each plugin has seen only the values from its own engine.
      for (const seen of records) assert.match(seen, new RegExp(`${name}\\d.* in ${name}-clay$`))
    }
    const destroyed = await inOwnSoil('destroy --yes')
    assert.deepEqual(
      destroyed.map(({ code }) => code),
      [0, 0],
    )
    for (const { box } of engines) assert.deepEqual(await box.processesLeft(), [])
  })
})

const burrow = (name: string): string => `  ${name}: { type: gopher/burrow, spec: { name: ${name} } }\n`

async function specsOf(box: Machine): Promise<readonly string[]> {
  const listed = JSON.parse((await box.slipway('state list --json')).stdout) as { name: string }[]
  const shown = await Promise.all(listed.map(({ name }) => box.slipway(`state show ${name} --json`)))
  return shown.map(({ stdout }) => (JSON.parse(stdout) as { spec: { seen: string } }).spec.seen)
}
