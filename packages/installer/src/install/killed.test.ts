// test:rest: more cases of what killed-sources.test.ts shows
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../test/cases.ts'
import { realDisk } from '../store/disk.ts'
import {
  assertHeals,
  assertNeverTorn,
  goodTrees,
  installScene,
  prepare,
  quiet,
  scenes,
} from '../testing/installing/crash-scenes.ts'
import { dyingDisk, fullDisk } from '../testing/disks/hooked-disk.ts'
import { worldAt } from '../testing/world.ts'

/** A limit that exceeds the number of calls in any scene. */
const most = 400

function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-killed-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

for (const scene of scenes)
  describe(scene.name, () => {
    test(`that stops before any of its writes is old, new or partial, and heals`, async (t) => {
      const folder = folderFor(t)
      const good = await goodTrees(folder, scene)
      let count = 1
      for (; count < most; count++) {
        const root = join(folder, `${count}`)
        await prepare(root, scene)
        const disk = dyingDisk(quiet(realDisk), count)
        await installScene(worldAt(root, scene.plugins, { disk })).catch(() => {})
        const when = `before call ${count}`
        assertNeverTorn(root, good, when)
        await assertHeals(root, scene, good, when)
        rmSync(root, { recursive: true })
        if (!disk.isDead()) break
      }
      assert.ok(count > 20 && count < most, `${count} calls`)
    })

    test(`on a disk that is full at any of its writes fails, leaves nothing torn, and heals`, async (t) => {
      const folder = folderFor(t)
      const good = await goodTrees(folder, scene)
      const failures = new Set<string | undefined>()
      for (let count = 1; count < most; count++) {
        const root = join(folder, `${count}`)
        await prepare(root, scene)
        const disk = fullDisk(quiet(realDisk), count)
        const outcome = await installScene(worldAt(root, scene.plugins, { disk }))
        failures.add(outcome?.failure?.code)
        const when = `at call ${count}`
        assertNeverTorn(root, good, when)
        if (scene.before !== undefined && outcome?.action === 'failed')
          assert.ok(!existsSync(join(root, 'plugins/resource-near-v1.0.0.partial')), `the old one is not back ${when}`)
        const left = existsSync(join(root, 'plugins')) ? readdirSync(join(root, 'plugins')) : []
        assert.deepEqual(
          left.filter((name) => name.startsWith('.')),
          [],
          when,
        )
        await assertHeals(root, scene, good, when)
        rmSync(root, { recursive: true })
        if (!disk.wasFull()) break
      }
      assert.ok(failures.has('install/disk'))
      assert.deepEqual(
        [...failures].filter((code) => !/^install\/(disk|needed)$/.test(code ?? 'install/disk')),
        [],
      )
    })

    test(`whose process is killed is old, new or partial, and heals`, async (t) => {
      const folder = folderFor(t)
      const good = await goodTrees(folder, scene)
      const child = join(import.meta.dirname, '../testing/installing/killed-child.ts')
      let isDone = false
      for (let count = 1; !isDone && count < most; count += 15) {
        const root = join(folder, `${count}`)
        await prepare(root, scene)
        const args = [child, root, String(scenes.indexOf(scene)), String(count)]
        const [code, signal] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
        isDone = code === 0
        if (!isDone) assert.equal(signal, 'SIGKILL')
        assertNeverTorn(root, good, `at call ${count}`)
        await assertHeals(root, scene, good, `at call ${count}`)
        rmSync(root, { recursive: true })
      }
      assert.ok(isDone)
    })
  })
