import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
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
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeArchive } from '../../testing/test-archive.ts'
import { installArchive } from './install-archive.ts'

function folderOf(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-archive-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const call = (folder: string, location: string) => ({
  location,
  digest: undefined,
  signature: undefined,
  temporary: folder,
  installs: join(folder, 'installs'),
  inventory: (version: string) => join(folder, 'inventories', version),
  reader: undefined,
  signal: new AbortController().signal,
  tell: () => {},
})

/** Packs the files that `make` puts beside bin/launch, with these options of tar. */
function packed(folder: string, make: (source: string) => void, options: readonly string[] = []): string {
  const [source, file] = [join(folder, 'source'), join(folder, 'made.tar.gz')]
  mkdirSync(join(source, 'bin'), { recursive: true })
  writeFileSync(join(source, 'bin/launch'), '#!/bin/sh\n', { mode: 0o755 })
  make(source)
  execFileSync('tar', [
    ...options,
    '-czPf',
    file,
    '-C',
    source,
    'bin',
    ...readdirSync(source).filter((name) => name !== 'bin'),
  ])
  return file
}

describe('an archive', () => {
  test('is installed so that nobody else can change it, whatever its modes', async (context) => {
    const folder = folderOf(context)
    const file = packed(folder, (source) => {
      for (const path of ['bin', 'bin/launch']) chmodSync(join(source, path), 0o777)
    })
    const installed = await installArchive(call(folder, file))
    for (const path of ['', 'bin', 'bin/launch'])
      assert.equal(statSync(join(installed.folder, path)).mode & 0o777, 0o755, path)
  })

  test('is unpacked like tar does, with long names, links and modes, once', async (context) => {
    const folder = folderOf(context)
    const source = join(folder, 'source')
    const long = `${'deep/'.repeat(40)}${'n'.repeat(120)}`
    mkdirSync(join(source, 'bin'), { recursive: true })
    mkdirSync(join(source, 'deep/'.repeat(40)), { recursive: true })
    writeFileSync(join(source, 'bin/launch'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(source, long), 'x'.repeat(100_000), { mode: 0o640 })
    symlinkSync('../bin/launch', join(source, 'deep/link'))
    for (const format of ['gnu', 'pax', 'ustar'] as const) {
      const file = join(folder, `${format}.tar.gz`)
      const names = format === 'ustar' ? ['bin', 'deep/link'] : ['.']
      execFileSync('tar', [`--format=${format}`, '-czf', file, '-C', source, ...names])
      const installed = await installArchive(call(folder, file))
      assert.equal(readlinkSync(join(installed.folder, 'deep/link')), '../bin/launch')
      assert.equal(statSync(join(installed.folder, 'bin/launch')).mode & 0o777, 0o755)
      if (format !== 'ustar') assert.equal(readFileSync(join(installed.folder, long), 'utf8').length, 100_000)
      rmSync(file)
      assert.deepEqual(await installArchive(call(folder, file)), installed)
    }
  })

  test('writes nothing outside its folder, whatever its names', async (context) => {
    const attacks: Readonly<Record<string, Parameters<typeof packed>[1]>> = {
      'a path that climbs': (source) => writeFileSync(join(source, 'climbs'), 'x'),
      'a link that climbs': (source) => symlinkSync('../..', join(source, 'out')),
      'a pipe': (source) => execFileSync('mkfifo', [join(source, 'pipe')]),
    }
    for (const [what, make] of Object.entries(attacks)) {
      const folder = folderOf(context)
      const installs = join(folder, 'deep/er/installs')
      const file = packed(folder, make, ['--transform=s,^climbs,../../escaped,'])
      const { spoilt } = await installArchive({ ...call(folder, file), installs })
      assert.equal(spoilt?.code, 'node/bad-archive', what)
      assert.equal(existsSync(join(folder, 'deep/er/escaped')), false)
      assert.equal(existsSync(installs), false, what)
    }
  })

  test('that is damaged, cut short, no archive, or without bin/launch is refused', async (context) => {
    const folder = folderOf(context)
    const good = join(folder, 'good.tar.gz')
    writeArchive(good, { 'bin/launch': '#!/bin/sh\n' })
    const bytes = readFileSync(good)
    const other = join(folder, 'without.tar.gz')
    writeArchive(other, { 'bin/other': '#!/bin/sh\n' })
    const bad: Readonly<Record<string, Buffer>> = {
      cut: bytes.subarray(0, bytes.length - 20),
      text: Buffer.from('hello'),
      empty: Buffer.alloc(0),
      tar: gzipSync(Buffer.alloc(2048, 'x')),
      half: gzipSync(gunzipSync(bytes).subarray(0, 1100)),
      other: readFileSync(other),
    }
    for (const [what, content] of Object.entries(bad)) {
      const file = join(folder, `${what}.tar.gz`)
      writeFileSync(file, content)
      const { spoilt } = await installArchive(call(folder, file))
      assert.equal(spoilt?.code, 'node/bad-archive', what)
    }
    await assert.rejects(installArchive(call(folder, join(folder, 'missing.tar.gz'))), { code: 'node/no-archive' })
  })
})
