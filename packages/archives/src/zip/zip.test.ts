import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { file, link } from '../testing/made.ts'
import { folderOf, options, treeOf, unpackBytes } from '../testing/unpacked.ts'
import { type MadeInZip, zipBytes, type ZipEnd } from '../testing/zip-bytes.ts'
import { unpackArchive } from '../unpack-archive.ts'

interface Attack {
  readonly what: string
  readonly entries: readonly MadeInZip[]
  readonly end?: ZipEnd
  readonly why: RegExp
}

const other = { crc: 1, compressed: 1, size: 1 }

const attacks: readonly Attack[] = [
  { what: 'a file that is encrypted', entries: [{ ...file('x'), both: { flags: 0x1 } }], why: /^x is encrypted$/ },
  { what: 'a file that is encrypted strongly', entries: [{ ...file('x'), both: { flags: 0x41 } }], why: /encrypt/ },
  { what: 'a hidden directory', entries: [{ ...file('x'), both: { flags: 0x2000 } }], why: /^x is encrypted$/ },
  { what: 'a method that nobody knows', entries: [{ ...file('x'), method: 93 }], why: /does not know \(93\)$/ },
  {
    what: 'what the Finder leaves',
    entries: [file('__MACOSX/._x')],
    why: /^__MACOSX\/\._x was left there by the Finder/,
  },
  { what: 'a path below a drive', entries: [file('C:/x')], why: /begins with the letter of a drive/ },
  { what: 'a socket', entries: [{ ...file('x'), mode: 0o140644 & 0xfff, type: '6' }], why: /is neither a file/ },
  { what: 'a file whose name is that of a folder', entries: [{ ...file('x/'), type: '0' }], why: /is neither a file/ },
  { what: 'a link whose name is that of a folder', entries: [link('x/', 'y')], why: /is neither a file/ },
  {
    what: 'another name before the content',
    entries: [{ ...file('x'), local: { name: Buffer.from('y') } }],
    why: /^x differs between its own header/,
  },
  {
    what: 'another method there',
    entries: [{ ...file('x'), local: { method: 0 } }],
    why: /differs between its own header/,
  },
  { what: 'other sizes there', entries: [{ ...file('x'), local: other }], why: /differs between its own header/ },
  {
    what: 'other sizes there, though they come later',
    entries: [{ ...file('x'), isDescribedLater: true, local: other }],
    why: /differs between its own header/,
  },
  {
    what: 'no sizes there, though they do not come later',
    entries: [{ ...file('x'), local: { size: 0 } }],
    why: /differs between its own header/,
  },
  {
    what: 'more content than it says',
    entries: [{ ...file('x', 'long'), both: { size: 2 } }],
    why: /^x is larger than it says$/,
  },
  {
    what: 'less content than it says',
    entries: [{ ...file('x', 'long'), both: { size: 9 } }],
    why: /^x is smaller than it says$/,
  },
  {
    what: 'a wrong checksum',
    entries: [{ ...file('x', 'long'), both: { crc: 9 } }],
    why: /different content than its checksum says/,
  },
  {
    what: 'content that is not deflated',
    entries: [{ ...file('x', 'long'), method: 0, both: { method: 8 } }],
    why: /compression is damaged|cut short/,
  },
  {
    what: 'a stored file with two sizes',
    entries: [{ ...file('x', 'long'), method: 0, both: { size: 9 } }],
    why: /it is damaged/,
  },
  {
    what: 'two entries with one content',
    entries: [file('x'), { ...file('x'), name: 'x', liesAt: 0 }],
    why: /^x has the same place as another entry$/,
  },
  {
    what: 'a content that reaches into the directory',
    entries: [{ ...file('x', 'long'), both: { compressed: 40 } }],
    why: /has the same place as another entry/,
  },
  {
    what: 'a content beyond its end',
    entries: [{ ...file('x'), both: { compressed: 1e9 } }],
    why: /has the same place as another entry/,
  },
  {
    what: 'a size beyond all numbers',
    entries: [{ ...file('x'), isZip64: true, both: { size: 2 ** 53 - 1 } }],
    why: /it unpacks to more than/,
  },
  { what: 'a directory beyond its end', entries: [file('x')], end: { directory: 1e9 }, why: /cut short/ },
  {
    what: 'a directory beyond all numbers',
    entries: [file('x')],
    end: { directory: 2 ** 60, isZip64: true },
    why: /cut short/,
  },
  {
    what: 'more entries than it says',
    entries: [file('x'), file('y')],
    end: { entries: 1 },
    why: /does not end at/,
  },
  { what: 'fewer entries than it says', entries: [file('x')], end: { entries: 2 }, why: /damaged|cut short/ },
  {
    what: 'far too many entries',
    entries: [file('x')],
    end: { entries: 1e6, isZip64: true },
    why: /more than 100000 entries/,
  },
]

describe('a .zip is refused, and writes nothing outside, with', () => {
  for (const { what, entries, end, why } of attacks)
    test(what, async (context) => {
      await assert.rejects(unpackBytes(context, zipBytes(entries, end)), { code: 'test/refused', message: why })
    })

  test('contents that overlap, so that a small archive becomes a huge one', async (context) => {
    // One kernel of deflated zeros, and headers that all contain it and each other, as in the bombs of David Fifield.
    const zeros = Buffer.alloc(1024 ** 2)
    const kernel = deflateRawSync(zeros)
    const sizes = { crc: crc32(zeros), compressed: kernel.length, size: zeros.length }
    const entries: MadeInZip[] = [{ name: 'a', method: 8, content: zeros }]
    for (let n = 0; n < 10; n++) entries.push({ name: 'a', both: sizes, liesAt: 0 })
    await assert.rejects(unpackBytes(context, zipBytes(entries)), {
      code: 'test/refused',
      message: /has the same place|more than once/,
    })
  })

  test('far more content than there are bytes in it', async (context) => {
    const zeros = zipBytes([file('zeros', Buffer.alloc(32 * 1024 ** 2))])
    await assert.rejects(unpackBytes(context, zeros), {
      code: 'test/refused',
      message: /each of its bytes unpacks to more than 200 bytes/,
    })
    await unpackBytes(context, zeros, { caps: { ratio: 2000 } })
  })
})

describe('a .zip', () => {
  test('unpacks stored and deflated files, with sizes before or after them, short and long', async (context) => {
    for (const method of [0, 8])
      for (const isDescribedLater of [false, true])
        for (const isZip64 of [false, true]) {
          const entries = [file('a', 'one'), file('b/c', 'x'.repeat(200_000)), file('d', '')]
          const bytes = zipBytes(
            entries.map((made) => Object.assign({}, made, { method, isDescribedLater, isZip64 })),
            { isZip64 },
          )
          const { out } = await unpackBytes(context, bytes)
          assert.deepEqual(treeOf(out), {
            a: '644 one',
            b: '755 folder',
            'b/c': `644 ${'x'.repeat(200_000)}`,
            d: '644 ',
          })
        }
  })

  test('has names in UTF-8 where it says so, and otherwise in the PC’s first code page', async (context) => {
    const name = Buffer.from([0x81, 0x62, 0x65, 0x72])
    const { out } = await unpackBytes(context, zipBytes([file('ähm'), { ...file(name), both: { flags: 0 } }]))
    assert.deepEqual(Object.keys(treeOf(out)), ['ähm', 'über'])
  })

  test('has modes and links only where its maker supports them', async (context) => {
    const made = [file('run', 'x', 0o755), link('link', 'run'), { ...file('none'), type: '', mode: 0 }]
    const unix = await unpackBytes(context, zipBytes(made))
    assert.deepEqual(treeOf(unix.out), { link: '-> run', none: '644 x', run: '755 x' })
    assert.deepEqual(unix.unpacked.executables, ['run'])
    const dos = await unpackBytes(context, zipBytes(made.map((entry) => Object.assign({}, entry, { host: 0 }))))
    assert.deepEqual(treeOf(dos.out), { link: '644 run', none: '644 x', run: '644 x' })
  })

  test('may be empty', async (context) => {
    const { unpacked } = await unpackBytes(context, zipBytes([]))
    assert.equal(unpacked.files, 0)
  })

  test('of any bytes is refused or unpacked; nothing else happens', async (context) => {
    const name = fc.constantFrom('a', 'A', 'a/b', '../a', '/a', 'in', 'in/a', 'b/', 'é')
    const entry: fc.Arbitrary<MadeInZip> = fc.record(
      {
        name,
        type: fc.constantFrom('0', '2', '5', '6'),
        content: fc.string({ maxLength: 300 }),
        target: name,
        mode: fc.nat(0o7777),
        method: fc.constantFrom(0, 8),
        isZip64: fc.boolean(),
        isDescribedLater: fc.boolean(),
      },
      { requiredKeys: ['name'] },
    )
    const harm = fc.record({ at: fc.nat(2000), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 5 }),
        fc.array(harm, { maxLength: 3 }),
        fc.boolean(),
        async (made, harms, isZip64) => {
          const bytes = zipBytes(made, { isZip64 })
          for (const { at, bytes: some } of harms)
            for (const [index, byte] of some.entries()) bytes[(at + index) % bytes.length] = byte
          await unpackBytes(context, bytes).catch((error: unknown) => {
            assert.equal((error as { code?: string }).code, 'test/refused', String(error))
          })
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** Files, folders and links of a folder, as careful users of zipfile pack them. */
const pythonZip = `
import os, stat, sys, zipfile
archive, source, method = sys.argv[1:]
with zipfile.ZipFile(archive, 'w', getattr(zipfile, method)) as out:
    for folder, folders, files in os.walk(source):
        for name in folders + files:
            path = os.path.join(folder, name)
            info = zipfile.ZipInfo(os.path.relpath(path, source))
            info.compress_type = getattr(zipfile, method)
            info.external_attr = os.lstat(path).st_mode << 16
            if os.path.islink(path): out.writestr(info, os.readlink(path))
            elif os.path.isdir(path): out.write(path, os.path.relpath(path, source))
            else: out.writestr(info, open(path, 'rb').read())
`

describe('a .zip from other programs', () => {
  test('unpacks to the packed files: by zip, with links, and by Python', async (context) => {
    const top = folderOf(context)
    const source = join(top, 'source')
    mkdirSync(join(source, 'bin'), { recursive: true, mode: 0o755 })
    writeFileSync(join(source, 'bin/run'), 'x'.repeat(3000))
    chmodSync(join(source, 'bin/run'), 0o755)
    writeFileSync(join(source, 'ähm'), 'text', { mode: 0o644 })
    symlinkSync('bin/run', join(source, 'link'))
    const zip = (name: string, ...args: readonly string[]): string => {
      execFileSync('zip', ['-q', ...args, join(top, name), '.'], {
        cwd: source,
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      })
      return join(top, name)
    }
    const python = (name: string, method: string): string => {
      execFileSync('python3', ['-c', pythonZip, join(top, name), source, method])
      return join(top, name)
    }
    const piped = join(top, 'piped.zip')
    execFileSync('sh', ['-c', 'zip -q -r -y - . > "$0"', piped], {
      cwd: source,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    const archives = {
      zip: zip('deflated.zip', '-r', '-y'),
      'zip, stored': zip('stored.zip', '-r', '-y', '-0'),
      'zip, in a pipe': piped,
      'zip, with zip64': zip('long.zip', '-r', '-y', '-fz'),
      Python: python('python.zip', 'ZIP_DEFLATED'),
      'Python, stored': python('python-stored.zip', 'ZIP_STORED'),
    }
    for (const [name, archive] of Object.entries(archives)) {
      const out = join(top, `by ${name}`)
      const { executables } = await unpackArchive(archive, out, options())
      assert.deepEqual(executables, ['bin/run'])
      assert.deepEqual(treeOf(out), treeOf(source))
    }
  })
})
