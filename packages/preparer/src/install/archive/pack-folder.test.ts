import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { PluginFolders } from '../../tasks/plugin-folders.ts'
import { packFolder } from './pack-folder.ts'

function folderOf(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pack-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function pathsBelow(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
}

const deep = `${'a folder with a long name/'.repeat(12)}end`

describe('a packed folder', () => {
  test('unpacks to the same files, with modes, links, long names, and without .git', async (context) => {
    const top = folderOf(context)
    const folder = join(top, 'plugin')
    for (const below of [deep, '.git', 'empty']) mkdirSync(join(folder, below), { recursive: true })
    writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(folder, deep, 'ähm'), Buffer.alloc(100_000, 'x'))
    symlinkSync(`${deep}/ähm`, join(folder, 'link'))
    writeFileSync(join(folder, '.git/config'), 'no')
    const { archive, digest } = packFolder(folder)
    const folders = new PluginFolders(join(top, 'kept'))
    await folders.add(digest, archive)
    const out = join(top, 'kept', digest)
    assert.equal(statSync(join(out, 'run.sh')).mode & 0o777, 0o755)
    assert.equal(readFileSync(join(out, 'link'), 'utf8').length, 100_000)
    assert.equal(readlinkSync(join(out, 'link')), `${deep}/ähm`)
    assert.ok(statSync(join(out, 'empty')).isDirectory())
    assert.equal(statSync(join(out, '.git'), { throwIfNoEntry: false }), undefined)
    // Other programs can read the archive, too.
    writeFileSync(join(top, 'a.tgz'), archive)
    mkdirSync(join(top, 'by-tar'))
    execFileSync('tar', ['-xzf', join(top, 'a.tgz'), '-C', join(top, 'by-tar')])
    assert.deepEqual(pathsBelow(join(top, 'by-tar')), pathsBelow(out))
    assert.equal(statSync(join(top, 'by-tar/run.sh')).mode & 0o777, 0o755)
    assert.equal(readFileSync(join(top, 'by-tar/link'), 'utf8').length, 100_000)
  })

  test('has the same digest for the same content at any time, and another for other content', (context) => {
    const top = folderOf(context)
    writeFileSync(join(top, 'a'), 'one')
    const { digest } = packFolder(top)
    writeFileSync(join(top, 'a'), 'one')
    assert.equal(packFolder(top).digest, digest)
    writeFileSync(join(top, 'a'), 'two')
    assert.notEqual(packFolder(top).digest, digest)
  })

  test('has no links that lead out of it', (context) => {
    const top = folderOf(context)
    symlinkSync('../secret', join(top, 'link'))
    assert.throws(() => packFolder(top), { code: 'node/bad-archive', message: /the link link leads out of it/ })
    rmSync(join(top, 'link'))
    symlinkSync('/etc/passwd', join(top, 'link'))
    assert.throws(() => packFolder(top), { code: 'node/bad-archive' })
    rmSync(join(top, 'link'))
    mkdirSync(join(top, 'a/b/c'), { recursive: true })
    symlinkSync('../..', join(top, 'a/b/c/up'))
    packFolder(top)
    symlinkSync('a/b/c/up/../..', join(top, 'link'))
    assert.throws(() => packFolder(top), { message: /the link link leads out of it/ })
  })
})

describe('refuse incomplete code, and keep recent folders', () => {
  test('refuse what is not all there, and keep those of late', async (context) => {
    const top = folderOf(context)
    const folders = new PluginFolders(join(top, 'kept'))
    writeFileSync(join(top, 'a'), 'one')
    const { archive, digest } = packFolder(top)
    await assert.rejects(folders.add(digest, archive.subarray(1)), { code: 'node/bad-archive' })
    assert.equal(folders.has(digest), false)
    const digests: string[] = []
    for (let index = 0; index < 25; index++) {
      const source = join(top, `source-${index}`)
      mkdirSync(source)
      writeFileSync(join(source, 'a'), String(index))
      const packed = packFolder(source)
      await folders.add(packed.digest, packed.archive)
      digests.push(packed.digest)
    }
    await folders.use(digests[0] ?? '', () => folders.use(digests[24] ?? '', () => Promise.resolve()))
    assert.equal(digests.filter((known) => folders.has(known)).length, 20)
    assert.ok(folders.has(digests[0] ?? '') && folders.has(digests[24] ?? ''))
  })
})
