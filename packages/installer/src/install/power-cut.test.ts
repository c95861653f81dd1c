import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '../../../../test/cases.ts'
import { realDisk } from '../store/disk.ts'
import {
  assertHeals,
  assertNeverTorn,
  goodTrees,
  installScene,
  prepare,
  scenes,
} from '../testing/installing/crash-scenes.ts'
import { changesLeft, copyOfDisk, type Left, replay } from '../testing/disks/cut-power.ts'
import { recordingDisk } from '../testing/disks/recording-disk.ts'
import { worldAt } from '../testing/world.ts'

/** The changes before the cut that the disk keeps. `npm test` plays only the first case. */
const kinds: readonly Left[] = ['names', 'least', 'everything']

const cases = scenes.flatMap((scene) => kinds.map((kind) => ({ scene, kind })))

for (const { scene, kind } of cases) {
  test(`${scene.name} whose power is cut anywhere is old, new or partial, and heals: ${kind} is kept`, async (t) => {
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
    assert.ok(seen.size > 5, `${seen.size} states`)
  })
}
