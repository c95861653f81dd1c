import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sharedFolder } from '../testing/for-the-file.ts'
import { sampleArchive } from '../testing/sample-archive.ts'
import { testAccess } from '../testing/test-access.ts'
import { sourceConformance } from './conformance.ts'
import { pathSource } from './path.ts'
import type { Fetched } from './source.ts'

const base = sharedFolder('path')

const access = testAccess({ isOffline: true })

async function bring(
  path: string,
): Promise<{ readonly fetched: Fetched; readonly folder: string; readonly file: string }> {
  const descriptor = { form: { form: 'path', path } } as const
  const into = mkdtempSync(join(base, 'into-'))
  const target = { file: join(into, 'file'), folder: join(into, 'tree') }
  const offer = await pathSource.offer(descriptor, '', 'linux-amd64', access)
  return { fetched: await pathSource.fetch(offer, target, access), ...target }
}

/** The folder in which a plugin’s author works. */
function author(manifest: object): string {
  const folder = mkdtempSync(join(base, 'package-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ slipway: { kind: 'provider' }, ...manifest }))
  mkdirSync(join(folder, 'node_modules'))
  return folder
}

sourceConformance('path', async () => {
  const folder = mkdtempSync(join(base, 'subject-'))
  const path = join(folder, 'pulumi-resource-random-v4.19.0-linux-amd64.tar.gz')
  const body = sampleArchive()
  writeFileSync(path, body)
  await Promise.resolve()
  return { source: pathSource, descriptor: { form: { form: 'path', path } }, version: '4.19.0', body, lists: true }
})

describe('a path', () => {
  test('to a folder brings a copy of it, with links that stay inside and without git’s files', async () => {
    const folder = mkdtempSync(join(base, 'plugin-'))
    mkdirSync(join(folder, '.git'))
    mkdirSync(join(folder, 'bin/deep'), { recursive: true })
    writeFileSync(join(folder, 'bin/deep/run'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(folder, 'data'), 'x', { mode: 0o666 })
    chmodSync(join(folder, 'data'), 0o666)
    symlinkSync('bin/deep/run', join(folder, 'run'))
    symlinkSync(join(folder, 'data'), join(folder, 'bin/data'))
    const { fetched, folder: copy } = await bring(folder)
    assert.deepEqual(fetched, { as: 'folder' })
    assert.equal(statSync(join(copy, 'bin/deep/run')).mode & 0o777, 0o755)
    assert.equal(statSync(join(copy, 'data')).mode & 0o777, 0o644)
    assert.equal(readlinkSync(join(copy, 'run')), 'bin/deep/run')
    assert.equal(readlinkSync(join(copy, 'bin/data')), '../data')
    assert.throws(() => statSync(join(copy, '.git')))
  })

  test('to a package without dependencies brings it without the tools of its author, which may be linked', async () => {
    const linked = author({ devDependencies: { slipway: 'file:../elsewhere' } })
    symlinkSync('../../elsewhere', join(linked, 'node_modules/slipway'))
    const { folder: copy } = await bring(linked)
    assert.deepEqual(readdirSync(copy), ['package.json'])
    const { folder: needed } = await bring(author({ dependencies: { left: '1.0.0' } }))
    assert.deepEqual(readdirSync(needed), ['node_modules', 'package.json'])
  })

  test('to a folder with a pipe for its package.json is refused, and nobody waits for a writer', async () => {
    const folder = mkdtempSync(join(base, 'pipe-'))
    execFileSync('mkfifo', [join(folder, 'package.json')])
    await assert.rejects(bring(folder), { code: 'install/bad-folder' })
  })

  test('to a folder with a link that leads out of it is refused', async () => {
    for (const target of ['/etc/passwd', '../../secret', 'nowhere']) {
      const folder = mkdtempSync(join(base, 'leaky-'))
      symlinkSync(target, join(folder, 'link'))
      await assert.rejects(bring(folder), { code: 'install/bad-folder' })
    }
  })

  test('to a single program brings that program', async () => {
    const path = join(base, 'program')
    writeFileSync(path, '#!/bin/sh\nexit 0\n')
    const { fetched, file } = await bring(path)
    assert.equal(fetched.as, 'program')
    assert.equal(readFileSync(file, 'utf8'), '#!/bin/sh\nexit 0\n')
  })

  test('that does not exist is named', async () => {
    await assert.rejects(bring(join(base, 'nothing')), { code: 'install/not-found', message: /nothing does not exist/ })
  })

  test('to changed files is another offer', async () => {
    const folder = mkdtempSync(join(base, 'changing-'))
    const descriptor = { form: { form: 'path', path: folder } } as const
    writeFileSync(join(folder, 'a'), '1')
    const before = await pathSource.offer(descriptor, '', 'linux-amd64', access)
    writeFileSync(join(folder, 'a'), '22')
    assert.notEqual((await pathSource.offer(descriptor, '', 'linux-amd64', access)).at, before.at)
  })
})
