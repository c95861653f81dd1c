import { describe, test } from '../../../test/cases.ts'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { defaultCaps } from './caps.ts'
import { LinkMap } from './link-map.ts'
import { TarReader } from './tar/tar-reader.ts'
import { file, folder, link, type Made, tarBytes, tarGzBytes } from './testing/made.ts'
import { folderOf, options, refuse, treeOf, unpackBytes } from './testing/unpacked.ts'
import { zipBytes } from './testing/zip-bytes.ts'
import { unpackArchive } from './unpack-archive.ts'

describe('an archive that tar has made', () => {
  test('unpacks to the packed files, in each of its formats', async (context) => {
    const top = folderOf(context)
    const source = join(top, 'source')
    const long = `${'deep/'.repeat(40)}${'n'.repeat(120)}`
    mkdirSync(join(source, 'deep/'.repeat(40)), { recursive: true, mode: 0o755 })
    mkdirSync(join(source, 'bin'), { mode: 0o755 })
    writeFileSync(join(source, 'bin/launch'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(source, 'ähm'), 'x'.repeat(100_000), { mode: 0o644 })
    symlinkSync('../bin/launch', join(source, 'deep/link'))
    execFileSync('ln', [join(source, 'bin/launch'), join(source, 'bin/other')])
    for (const format of ['ustar', 'v7', 'gnu', 'oldgnu', 'pax']) {
      // The old formats have no room for long names.
      if (format === 'gnu') writeFileSync(join(source, long), 'far')
      const archive = join(top, `${format}.tar.gz`)
      const names = format === 'v7' ? ['bin', 'deep/link', 'ähm'] : ['.']
      execFileSync('tar', [`--format=${format}`, '-czf', archive, '-C', source, ...names])
      const out = join(top, format)
      const { executables } = await unpackArchive(archive, out, options())
      assert.deepEqual(executables, ['bin/launch', 'bin/other'])
      const tree = treeOf(out)
      if (format !== 'v7') assert.deepEqual(tree, treeOf(source))
      else assert.equal(tree['deep/link'], '-> ../bin/launch')
    }
  })

  test('is refused when it holds a file with holes', async (context) => {
    const top = folderOf(context)
    writeFileSync(join(top, 'holes'), '')
    truncateSync(join(top, 'holes'), 10_000_000)
    for (const format of ['gnu', 'pax']) {
      execFileSync('tar', [`--format=${format}`, '-S', '-czf', join(top, format), '-C', top, 'holes'])
      await assert.rejects(unpackArchive(join(top, format), join(top, 'out'), options()), { code: 'test/refused' })
    }
  })
})

describe('an archive', () => {
  test('of any bytes is refused or unpacked; nothing else happens', async (context) => {
    const name = fc.oneof(
      fc.constantFrom(
        'a',
        'A',
        'b',
        'a/b',
        '../a',
        '/a',
        'a/../b',
        './a',
        'in',
        'in/a',
        'b/in/../../a',
        '\u00e9',
        'e\u0301',
      ),
      fc.string({ maxLength: 12 }),
    )
    const type = fc.constantFrom('0', '1', '2', '5', '3', '6', 'x', 'g', 'L', 'K', 'S', '7', '\0', 'V')
    const entry: fc.Arbitrary<Made> = fc.record(
      { name, type, content: fc.string({ maxLength: 600 }), target: name, mode: fc.nat(0o7777), size: fc.nat(2000) },
      { requiredKeys: ['name', 'type'] },
    )
    const harmless: fc.Arbitrary<Made> = fc.oneof(
      name.map((path) => file(path)),
      name.map((path) => folder(path)),
      fc.tuple(name, name).map(([path, target]) => link(path, target)),
    )
    const entries = fc.array(fc.oneof(harmless, entry), { maxLength: 8 })
    const damage = fc.option(fc.record({ at: fc.nat(8000), bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }) }))
    await fc.assert(
      fc.asyncProperty(entries, damage, fc.boolean(), async (made, harm, isPlain) => {
        const bytes = (isPlain ? tarBytes : tarGzBytes)(made)
        if (harm !== null)
          bytes.set(harm.bytes.subarray(0, Math.max(0, bytes.length - harm.at)), Math.min(harm.at, bytes.length))
        await unpackBytes(context, bytes).catch((error: unknown) => {
          assert.equal((error as { code?: string }).code, 'test/refused', String(error))
        })
      }),
      { numRuns: 300 },
    )
  })

  test('is read the same in chunks of any size', () => {
    const archive = tarBytes([file('bin/launch', '#!/bin/sh\n'), file('a', 'x'.repeat(1500)), file('b', '')])
    const read = (sizes: readonly number[]): string => {
      const told: string[] = []
      let content = ''
      const sink = {
        begin: ({ name }: { readonly name: string }) => void told.push(name),
        content: (chunk: Buffer) => void (content += chunk.toString()),
        end: () => {
          told.push(content)
          content = ''
        },
      }
      const reader = new TarReader(sink, defaultCaps, refuse)
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

  test('is refused when its links are long to follow: each step costs its depth', () => {
    const links = new LinkMap(refuse)
    const deep = Array.from({ length: 1000 }, (_, depth) => `d${depth}`).join('/')
    for (let n = 0; n < 1000; n++) links.add(`${deep}/l${n}`, 'x/../x/../x/../x/../x/../x')
    assert.throws(() => [...links.leadingOut()], /its links lead to too many other links/)
  })

  test('is refused when it unpacks to far more than its size', async (context) => {
    const zeros = tarGzBytes([file('zeros', Buffer.alloc(32 * 1024 ** 2))])
    await assert.rejects(unpackBytes(context, zeros), {
      code: 'test/refused',
      message: /each of its bytes unpacks to more than 200 bytes/,
    })
    await unpackBytes(context, zeros, { caps: { ratio: 2000 } })
  })

  test('is not unpacked into an existing folder', async (context) => {
    const top = folderOf(context)
    mkdirSync(join(top, 'out'))
    writeFileSync(join(top, 'out/mine'), 'x')
    writeFileSync(join(top, 'archive'), tarGzBytes([file('a')]))
    await assert.rejects(unpackArchive(join(top, 'archive'), join(top, 'out'), options()), { code: 'EEXIST' })
    assert.deepEqual(Object.keys(treeOf(join(top, 'out'))), ['mine'])
  })

  test('that is a pipe keeps nobody waiting', async (context) => {
    const top = folderOf(context)
    execFileSync('mkfifo', [join(top, 'pipe')])
    await assert.rejects(unpackArchive(join(top, 'pipe'), join(top, 'out'), options()), { code: 'test/refused' })
  })

  test('that is missing gives the system’s error', async (context) => {
    const top = folderOf(context)
    await assert.rejects(unpackArchive(join(top, 'gone'), join(top, 'out'), options()), { code: 'ENOENT' })
  })

  test('leaves nothing when its signal comes', async (context) => {
    const top = folderOf(context)
    writeFileSync(join(top, 'archive'), tarBytes([file('a', Buffer.alloc(20_000_000, 'x'))]))
    const ends = new AbortController()
    const unpacking = unpackArchive(join(top, 'archive'), join(top, 'out'), options({ signal: ends.signal }))
    setImmediate(() => setImmediate(() => ends.abort()))
    await assert.rejects(unpacking, { name: 'AbortError' })
    assert.equal(existsSync(join(top, 'out')), false)
  })

  test('takes no more memory when it is larger', async (context) => {
    const top = folderOf(context)
    const large = file('large', Buffer.alloc(128 * 1024 ** 2))
    const formats = { tar: tarBytes, 'tar.gz': tarGzBytes, zip: zipBytes }
    for (const [format, bytesOf] of Object.entries(formats)) {
      const peaks: number[] = []
      for (const [name, made] of Object.entries({ small: file('small'), large })) {
        const [archive, out] = [join(top, `${name}.${format}`), join(top, `${name}-${format}`)]
        writeFileSync(archive, bytesOf([made]))
        const args = ['--input-type=module', '-e', peakOfUnpacking, archive, out]
        peaks.push(Number(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })))
        rmSync(out, { recursive: true })
        rmSync(archive)
      }
      const [small = 0, ofLarge = Infinity] = peaks
      assert.ok(ofLarge - small < 48 * 1024, `${format}: ${small} KB became ${ofLarge} KB`)
    }
  })
})

/** Prints how many KB of memory a process took at most while it unpacked an archive. */
const peakOfUnpacking = `
const { unpackArchive } = await import(process.cwd() + '/unpack-archive.ts')
const [archive, out] = process.argv.slice(1)
const refuse = (why) => new Error(why)
let most = 0
setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1).unref()
await unpackArchive(archive, out, { signal: new AbortController().signal, refuse, caps: { ratio: 2000 } })
process.stdout.write(String(Math.max(most, process.memoryUsage.rss()) / 1024))
`
