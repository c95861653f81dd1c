import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { wanted } from '../testing/fake-plugins.ts'
import { world } from '../testing/world.ts'

test('a plugin is downloaded, unpacked and installed, and nothing is left beside it', async (t) => {
  const { installer, plugins, source } = world(t, [{ name: 'random', version: '4.19.0' }])
  const [outcome] = await installer.install([wanted('random@4.19.0')])
  assert.equal(outcome?.failure, undefined)
  assert.equal(outcome?.action, 'installed')
  assert.equal(outcome?.installed?.folder, join(plugins, 'resource-random-v4.19.0'))
  assert.deepEqual(readdirSync(plugins), ['resource-random-v4.19.0'])
  assert.match(readFileSync(join(plugins, 'resource-random-v4.19.0/bin/run'), 'utf8'), /echo random/)
  assert.deepEqual(source.asked, ['offer random@4.19.0', 'fetch random@4.19.0'])
})

test('an installed plugin is present, and nobody is asked', async (t) => {
  const { installer, source } = world(t, [{ name: 'random', version: '4.19.0' }])
  await installer.install([wanted('random@4.19.0')])
  const asked = source.asked.length
  const [outcome] = await installer.install([wanted('random@4.19.0')])
  assert.equal(outcome?.action, 'present')
  assert.equal(source.asked.length, asked)
})
