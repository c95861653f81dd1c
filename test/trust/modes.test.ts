/** A user's own program decides about trust, and an editor knows a folder's plugins. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { corePluginRoot, installedTypes, plan, trustFolder, validate, type Slipway } from '@slipway/operations'
import { oneFile } from '../one-file.ts'
import { World } from './world.ts'

const blueprint = `version: 2025-11-02
variables:
  base: { type: maths/base, default: 2 }
resources:
  id: { type: random/id, spec: { byteLength: 4 } }
`

/** A folder with a plugin of its own, by a setting or as an npm package, which notes that it was started. */
function withMaths(
  world: World,
  by: 'setting' | 'package' = 'setting',
): { readonly slipway: Slipway; readonly starts: () => boolean } {
  world.write('a.blueprint.yaml', blueprint)
  const source = oneFile(join(import.meta.dirname, '../plugins/maths.ts'))
  // A shell script may run files from anywhere, so nothing of such a plugin is kept.
  const script = `#!${process.execPath}\nrequire('fs').writeFileSync('${world.base}/started', '')\nimport('${source}')\n`
  const folder = by === 'setting' ? 'plugins/providers/acme/maths/1.0.0' : 'node_modules/maths'
  world.write(`${folder}/plugin`, script, 0o755)
  const slipwayKey = { kind: 'provider', id: 'acme/maths', file: 'plugin' }
  if (by === 'setting') world.write('slipway.config.yaml', 'plugins: { path: [plugins] }\n')
  else {
    world.write('package.json', '{ "dependencies": { "maths": "1" } }')
    world.write(`${folder}/package.json`, JSON.stringify({ version: '1.0.0', slipway: slipwayKey }))
  }
  const slipway = { env: { ...world.env, CI: undefined }, cwd: world.clone, ownPlugins: corePluginRoot() }
  return { slipway, starts: () => existsSync(join(world.base, 'started')) }
}

describe('the functions of operations', () => {
  test('trust every folder that a program passes, unless it says otherwise', async (t) => {
    const world = new World(t)
    const { slipway, starts } = withMaths(world)
    for (const trust of ['none', 'remembered'] as const) {
      await assert.rejects(plan(slipway, { trust }), { code: 'cli/untrusted' })
      await assert.rejects(plan({ ...slipway, trust }), { code: 'cli/untrusted' })
    }
    assert.equal(starts(), false)
    await plan(slipway, { trust: 'all' }).catch(() => undefined)
    assert.equal(starts(), true)
  })

  test('trust no folder with trust: none', async (t) => {
    const world = new World(t)
    const { slipway, starts } = withMaths(world)
    await trustFolder(slipway)
    const trusting = { ...slipway, env: { ...slipway.env, SLIPWAY_TRUST: '1' } }
    await assert.rejects(plan(trusting, { trust: 'none' }), { code: 'cli/untrusted' })
    await validate(trusting, { trust: 'none' })
    assert.equal(starts(), false)
    await validate(slipway, { trust: 'remembered' })
    assert.equal(starts(), true)
  })

  for (const by of ['setting', 'package'] as const)
    test(`with trust: none know a folder’s plugin from an earlier run by ${by}, and start only installed ones`, async (t) => {
      const world = new World(t)
      const { slipway, starts } = withMaths(world, by)
      const types = async (trust: 'all' | 'none'): Promise<readonly string[]> => {
        const { providers } = await installedTypes(slipway, { trust })
        return [...providers.keys()].filter((name) => ['maths', 'random'].includes(name)).toSorted()
      }
      assert.deepEqual(await types('none'), ['random'])
      assert.equal(starts(), false)
      assert.deepEqual(await types('all'), ['maths', 'random'])
      world.forget('started')
      assert.deepEqual(await types('none'), ['maths', 'random'])
      assert.equal(starts(), false)
      const { diagnostics } = await validate(slipway, { trust: 'none' })
      assert.deepEqual(
        diagnostics.map(({ message }) => message),
        [],
      )
    })
})
