import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { wanted } from '../testing/fake-plugins.ts'
import { world } from '../testing/world.ts'

const isRoot = process.getuid?.() === 0

test(
  'a full file system is named, and the same install works once there is room',
  { skip: !isRoot && 'only root can mount a file system' },
  async (t) => {
    const root = mkdtempSync(join(tmpdir(), 'slipway-full-'))
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', root])
    t.after(() => {
      if (mounted.status === 0) execFileSync('umount', [root])
      rmSync(root, { recursive: true, force: true })
    })
    if (mounted.status !== 0) return t.skip('nothing can be mounted here')
    const { installer, plugins } = world(t, [{ name: 'large', version: '1.0.0', salt: 'x'.repeat(4 << 20) }], { root })
    const [full] = await installer.install([wanted('large@1.0.0')])
    assert.equal(full?.failure?.code, 'install/disk')
    assert.match(full.failure.hint ?? '', /make room on the disk/)
    assert.ok(!existsSync(plugins))
    execFileSync('mount', ['-o', 'remount,size=64m', root])
    const [outcome] = await installer.install([wanted('large@1.0.0')])
    assert.equal(outcome?.failure, undefined)
    assert.equal(outcome?.action, 'installed')
  },
)
