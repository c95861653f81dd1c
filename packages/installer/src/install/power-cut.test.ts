import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '../../../../test/cases.ts'
import { realDisk } from '../store/disk.ts'
import { assertHeals, assertNeverTorn, goodTrees, installScene, prepare, scenes } from '../testing/crash-scenes.ts'
import { changesLeft, copyOfDisk, type Left, replay } from '../testing/cut-power.ts'
import { recordingDisk } from '../testing/recording-disk.ts'
import { worldAt } from '../testing/world.ts'

const kinds: readonly Left[] = ['everything', 'names', 'least']

for (const scene of scenes) {
  test(`${scene.name} whose power is cut anywhere is old, new or partial, and heals`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-power-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const good = await goodTrees(folder, scene)
    const [start, root] = [join(folder, 'start'), join(folder, 'root')]
    mkdirSync(root)
    await prepare(root, scene)
    copyOfDisk(root, start)
    const { disk, changes } = recordingDisk(realDisk, root)
    const outcome = await installScene(worldAt(root, scene.plugins, { disk }))
    assert.equal(outcome?.failure, undefined)
    const seen = new Set<string>()
    for (let count = 0; count <= changes.length; count++) {
      for (const kind of kinds) {
        const left = changesLeft(changes, count, kind)
        const mark = JSON.stringify(
          left.map((change) => [change.do, change.path, 'contents' in change && change.contents.length]),
        )
        if (seen.has(mark)) continue
        seen.add(mark)
        rmSync(root, { recursive: true })
        copyOfDisk(start, root)
        mkdirSync(root, { recursive: true })
        replay(left, root, root)
        const when = `after ${count} changes, ${kind}`
        assertNeverTorn(root, good, when)
        await assertHeals(root, scene, good, when)
      }
    }
    assert.ok(seen.size > 40, `${seen.size} states`)
  })
}
