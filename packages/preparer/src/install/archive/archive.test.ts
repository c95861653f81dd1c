import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
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
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { writeArchive } from '../../testing/test-archive.ts'
import { installArchive } from './install-archive.ts'
import { LinkMap } from './link-map.ts'
import { TarReader } from './tar-entries.ts'

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

/** One header of an archive, with its content. */
function entry(path: string, { type = '0', content = '', target = '', mode = '755' } = {}): Buffer {
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(`0000${mode}\0`, 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write(target, 157)
  header.write('ustar\u000000', 257)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content)
  return Buffer.concat([header, body])
}

function write(folder: string, ...entries: readonly Buffer[]): string {
  const file = join(folder, 'made.tar.gz')
  writeFileSync(file, gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)])))
  return file
}

const launch = entry('bin/launch', { content: '#!/bin/sh\n' })

describe('an archive', () => {
  test('is installed so that nobody else can change it, whatever its modes are', async (context) => {
    const folder = folderOf(context)
    const open = entry('bin/launch', { content: '#!/bin/sh\n', mode: '777' })
    const file = write(folder, entry('bin/', { type: '5', mode: '777' }), open)
    const installed = await installArchive(call(folder, file))
    for (const path of ['', 'bin', 'bin/launch'])
      assert.equal(statSync(join(installed.folder, path)).mode & 0o777, 0o755, path)
  })

  test('is refused when its links are a long way to follow: each step costs as much as it lies deep', () => {
    const links = new LinkMap()
    const deep = Array.from({ length: 1000 }, (_, depth) => `d${depth}`).join('/')
    for (let n = 0; n < 1000; n++) links.add(`${deep}/l${n}`, 'x/../x/../x/../x/../x/../x')
    assert.throws(() => [...links.leadingOut()], /its links lead to too many other links/)
  })

  test('is unpacked as tar packs it, with long names, links and modes, once', async (context) => {
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

  test('writes nothing outside of its folder, whatever it says', async (context) => {
    const attacks: Readonly<Record<string, readonly Buffer[]>> = {
      'a path that climbs': [launch, entry('../../escaped', { content: 'x' })],
      'an absolute path': [launch, entry('/tmp/slipway-escaped', { content: 'x' })],
      'a link that climbs': [launch, entry('out', { type: '2', target: '../..' })],
      'an absolute link': [launch, entry('out', { type: '2', target: '/etc' })],
      'a path through a link': [launch, entry('in', { type: '2', target: 'bin' }), entry('in/x', { content: 'x' })],
      'a file over a link': [launch, entry('in', { type: '2', target: 'bin/launch' }), entry('in', { content: 'x' })],
      'a hard link that climbs': [launch, entry('hard', { type: '1', target: '../../../etc/passwd' })],
      'a hard link through a link': [
        launch,
        entry('in', { type: '2', target: 'bin' }),
        entry('hard', { type: '1', target: 'in/launch' }),
      ],
      'a link that climbs through another one': [
        launch,
        entry('d/e/f/up', { type: '2', target: '../..' }),
        entry('esc', { type: '2', target: 'd/e/f/up/../../..' }),
      ],
      'the same, in the other order': [
        launch,
        entry('esc', { type: '2', target: 'd/e/f/up/../../..' }),
        entry('d/e/f/up', { type: '2', target: '../..' }),
      ],
      'a device': [launch, entry('device', { type: '3' })],
      'a pipe': [launch, entry('pipe', { type: '6' })],
    }
    for (const [what, entries] of Object.entries(attacks)) {
      const folder = folderOf(context)
      const installs = join(folder, 'deep/er/installs')
      const made = write(folder, ...entries)
      const { spoilt } = await installArchive({ ...call(folder, made), installs })
      assert.equal(spoilt?.code, 'node/bad-archive', what)
      assert.equal(existsSync(join(folder, 'deep/er/escaped')), false)
      assert.equal(existsSync(installs), false, what)
    }
    assert.equal(existsSync('/tmp/slipway-escaped'), false)
  })

  test('that is damaged, cut short, none at all, or without bin/launch is refused', async (context) => {
    const folder = folderOf(context)
    const good = join(folder, 'good.tar.gz')
    writeArchive(good, { 'bin/launch': '#!/bin/sh\n' })
    const bytes = readFileSync(good)
    const bad: Readonly<Record<string, Buffer>> = {
      cut: bytes.subarray(0, bytes.length - 20),
      text: Buffer.from('hello'),
      empty: Buffer.alloc(0),
      tar: gzipSync(Buffer.alloc(2048, 'x')),
      half: gzipSync(entry('bin/launch', { content: 'x'.repeat(600) }).subarray(0, 700)),
      other: gzipSync(entry('bin/other')),
    }
    for (const [what, content] of Object.entries(bad)) {
      const file = join(folder, `${what}.tar.gz`)
      writeFileSync(file, content)
      const { spoilt } = await installArchive(call(folder, file))
      assert.equal(spoilt?.code, 'node/bad-archive', what)
    }
    await assert.rejects(installArchive(call(folder, join(folder, 'missing.tar.gz'))), { code: 'node/no-archive' })
  })

  test('is read the same in chunks of any size', () => {
    const archive = Buffer.concat([launch, entry('a', { content: 'x'.repeat(1500) }), entry('b'), Buffer.alloc(1024)])
    const read = (sizes: readonly number[]): string => {
      const told: string[] = []
      let content = ''
      const reader = new TarReader({
        begin: ({ path }) => void told.push(path),
        content: (chunk) => void (content += chunk.toString()),
        end: () => {
          told.push(content)
          content = ''
        },
      })
      for (let at = 0, index = 0; at < archive.length; index++) {
        const size = sizes[index % sizes.length] ?? 1
        reader.push(archive.subarray(at, at + size))
        at += size
      }
      reader.end()
      return JSON.stringify(told)
    }
    const whole = read([archive.length])
    const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 })
    fc.assert(fc.property(sizes, (some) => assert.equal(read(some), whole)))
  })

  test('of any bytes never does more than to be refused', () => {
    const bytes = fc.uint8Array({ minLength: 512, maxLength: 4096 })
    const sink = { begin() {}, content() {}, end() {} }
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 511 }), (noise, at) => {
        const header = Buffer.from(launch)
        header.set(noise.subarray(0, 512 - at), at)
        try {
          const reader = new TarReader(sink)
          reader.push(header)
          reader.push(Buffer.from(noise))
          reader.end()
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'node/bad-archive')
        }
      }),
    )
  })
})
