import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { wanted } from '../testing/fake-plugins.ts'
import { world } from '../testing/world.ts'
import { realDisk } from './disk.ts'
import { Records } from './records.ts'
import type { TreeList } from './tree-list.ts'

const listOf = (path: string): TreeList => [{ path, stamp: '1 2 3 4 5', sha256: 'a'.repeat(64), as: 'file' }]

test('a record whose replacement stops before its last rename has its own list, and prune removes the rest', async (t) => {
  const { installer, root } = world(t, [{ name: 'random', version: '1.0.0' }])
  const [outcome] = await installer.install([wanted('random@1.0.0')])
  const folder = outcome?.installed?.folder ?? ''
  const installed = join(root, 'store/installed')
  const records = new Records(installed, realDisk)
  const before = records.at(folder)
  assert.ok(before !== undefined)
  const was = records.list(before)
  const dying = new Records(installed, {
    ...realDisk,
    rename: async (from, to) => {
      if (to.endsWith('.json')) throw new Error('killed')
      await realDisk.rename(from, to)
    },
    remove: async (path) => {
      if (!path.endsWith('.draft')) await realDisk.remove(path)
    },
  })
  await assert.rejects(dying.write({ ...before, attempt: 'next' }, listOf('other')), /killed/)
  assert.deepEqual(records.at(folder), before)
  assert.deepEqual(records.list(before), was)
  assert.ok(readdirSync(installed).length > 2)
  await installer.prune()
  assert.equal(readdirSync(installed).length, 2)
  await records.write({ ...before, attempt: 'next' }, listOf('other'))
  assert.equal(readdirSync(installed).length, 2)
})
