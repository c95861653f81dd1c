import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { refuseUncommitted } from './uncommitted.ts'

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is missing: apt-get install git'

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-uncommitted-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder without a repository is not refused', async (t) => {
  await refuseUncommitted(folderOf(t), { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() })
})

test('a machine without git refuses nothing', async (t) => {
  const folder = folderOf(t)
  await refuseUncommitted(folder, { PATH: folder })
})

test('a repository that git cannot read is refused, since nobody knows what is committed', { skip }, async (t) => {
  const folder = folderOf(t)
  execFileSync('git', ['init', '--quiet', folder])
  writeFileSync(join(folder, '.git/index'), 'no index')
  await assert.rejects(refuseUncommitted(folder, process.env), { code: 'publish/uncommitted' })
})
