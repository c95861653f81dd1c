import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { file, folder, hardLink, link, type Made, pax, tarBytes, tarGzBytes } from './testing/made.ts'
import { folderOf, treeOf, unpackBytes } from './testing/unpacked.ts'
import { zipBytes } from './testing/zip-bytes.ts'

interface Attack {
  readonly what: string
  readonly entries: readonly Made[]
  readonly why: RegExp
}

const long = 'n'.repeat(90)

/** Attacks that every format can carry. */
const attacks: readonly Attack[] = [
  { what: 'a path that climbs', entries: [file('../escaped')], why: /^\.\.\/escaped leads out of it$/ },
  { what: 'a path that goes up and stays inside', entries: [folder('a'), file('a/../b')], why: /leads out/ },
  {
    what: 'an absolute path',
    entries: [file('/tmp/slipway-escaped')],
    why: /^\/tmp\/slipway-escaped leads out of it$/,
  },
  { what: 'a backslash', entries: [file('..\\escaped')], why: /has a backslash in its name/ },
  { what: 'the letter of a drive', entries: [file('C:escaped')], why: /begins with the letter of a drive/ },
  { what: 'a name that is not UTF-8', entries: [file(Buffer.from([0x61, 0xff, 0x62]))], why: /is not UTF-8/ },
  { what: 'a name of only a dot', entries: [file('.')], why: /has no name of its own/ },
  { what: 'a link that climbs', entries: [link('out', '..')], why: /^out leads out of it$/ },
  { what: 'an absolute link', entries: [link('out', '/etc')], why: /^out leads out of it$/ },
  { what: 'a link with a backslash', entries: [link('out', '..\\..')], why: /has a backslash/ },
  { what: 'a link to nothing', entries: [link('out', '')], why: /is empty/ },
  {
    what: 'a link that climbs through another one',
    entries: [link('d/e/f/up', '../..'), link('esc', 'd/e/f/up/../../..')],
    why: /^esc leads out of it$/,
  },
  {
    what: 'the same, in the other order',
    entries: [link('esc', 'd/e/f/up/../../..'), link('d/e/f/up', '../..')],
    why: /^esc leads out of it$/,
  },
  {
    what: 'a chain of links, each one step further up',
    entries: [folder('a'), folder('a/b'), link('a/b/one', '..'), link('a/two', 'b/one/..'), link('three', 'a/two/..')],
    why: /^three leads out of it$/,
  },
  {
    what: 'a link through the name of another one in other letters',
    entries: [link('d/e/up', '../..'), link('esc', 'D/E/UP')],
    why: /^esc leads out of it$/,
  },
  { what: 'a link to itself', entries: [link('a', 'a/../..')], why: /^a leads out of it$/ },
  { what: 'links in a circle', entries: [link('a', 'b'), link('b', 'a')], why: /lead in a circle/ },
  {
    what: 'more links in a row than the kernel follows',
    entries: Array.from({ length: 60 }, (_, n) => link(`l${n}`, n === 59 ? 'd' : `l${n + 1}`)),
    why: /without end/,
  },
  {
    what: 'a link that leads out for a program that takes its steps for folders',
    entries: [folder('d/e/f'), link('in', 'd/e/f'), link('out', 'in/../..')],
    why: /^out leads out of it$/,
  },
  {
    what: 'a file through a link',
    entries: [folder('d'), link('in', 'd'), file('in/x')],
    why: /^in is not a folder there$/,
  },
  { what: 'the same, before the link', entries: [file('in/x'), link('in', 'd')], why: /^in is in it more than once$/ },
  {
    what: 'a file over a link',
    entries: [file('x'), link('in', 'x'), file('in')],
    why: /^in is in it more than once$/,
  },
  { what: 'a link over a file', entries: [file('in'), link('in', 'x')], why: /^in is in it more than once$/ },
  { what: 'a folder over a link', entries: [link('in', '.'), folder('in')], why: /^in\/ is in it more than once$/ },
  { what: 'a file below a file', entries: [file('a'), file('a/b')], why: /^a is not a folder there$/ },
  { what: 'a file twice', entries: [file('a'), file('./a')], why: /^\.\/a is in it more than once$/ },
  { what: 'names that differ by case', entries: [file('read'), file('READ')], why: /^READ differs from read/ },
  { what: 'folders that do', entries: [file('a/one'), file('A/two')], why: /^A differs from a/ },
  {
    what: 'names that differ by the form of Unicode',
    entries: [file('\u00e9'), file('e\u0301')],
    why: /differs from/,
  },
  { what: 'names that differ by both', entries: [file('stra\u00dfe'), file('STRASSE')], why: /differs from/ },
  { what: 'a device', entries: [{ name: 'device', type: '3' }], why: /is neither a file nor a folder nor a link/ },
  {
    what: 'a block device',
    entries: [{ name: 'device', type: '4' }],
    why: /is neither a file nor a folder nor a link/,
  },
  { what: 'a pipe', entries: [{ name: 'pipe', type: '6' }], why: /is neither a file nor a folder nor a link/ },
  { what: 'a folder with content', entries: [{ name: 'a/', type: '5', content: 'x' }], why: /has a size/ },
  {
    what: 'a name that steers a terminal',
    entries: [file('\u001b[2J/../x')],
    why: /^\\u\{1b\}\[2J\/\.\.\/x leads out of it$/,
  },
  {
    what: 'a name that is too long for the file system',
    entries: [file(long.repeat(3))],
    why: /cannot be made|too long/,
  },
]

const formats = { 'tar.gz': tarGzBytes, tar: tarBytes, zip: zipBytes }

for (const [format, bytesOf] of Object.entries(formats))
  describe(`a .${format} is refused, and writes nothing outside, with`, () => {
    for (const { what, entries, why } of attacks)
      test(what, async (context) => {
        const bytes = bytesOf([
          file('bin/launch', '#!/bin/sh\n', 0o755),
          ...(format === 'zip' ? entries : entries.flatMap(withLongName)),
        ])
        await assert.rejects(unpackBytes(context, bytes), { code: 'test/refused', message: why })
      })
  })

function withLongName(made: Made): readonly Made[] {
  return made.name.length > 100 ? [{ name: 'long', type: 'L', content: `${made.name.toString()}\0` }, made] : [made]
}

/** Attacks that only a .tar can carry. */
const ofTar: readonly Attack[] = [
  { what: 'a hard link that climbs', entries: [hardLink('hard', '../../etc/passwd')], why: /leads out of it/ },
  { what: 'an absolute hard link', entries: [hardLink('hard', '/etc/passwd')], why: /leads out of it/ },
  {
    what: 'a hard link to a link',
    entries: [link('in', 'x'), hardLink('hard', 'in')],
    why: /^hard is a link to something that is not a file$/,
  },
  {
    what: 'a hard link through a link',
    entries: [file('d/x'), link('in', 'd'), hardLink('hard', 'in/x')],
    why: /^hard is a link to something that is not a file$/,
  },
  { what: 'a hard link to what comes later', entries: [hardLink('hard', 'x'), file('x')], why: /not a file/ },
  { what: 'a hard link to a folder', entries: [folder('d'), hardLink('hard', 'd')], why: /not a file/ },
  {
    what: 'a hard link with content',
    entries: [file('x'), { ...hardLink('hard', 'x'), content: 'y' }],
    why: /has a size/,
  },
  { what: 'a folder of an incremental dump', entries: [{ name: 'd', type: 'D' }], why: /is neither a file/ },
  { what: 'a file with holes, as GNU tar packs it', entries: [{ name: 'x', type: 'S' }], why: /is neither a file/ },
  {
    what: 'a file with holes, as pax packs it',
    entries: [pax({ 'GNU.sparse.major': '1' }), file('x')],
    why: /has holes/,
  },
  { what: 'a long name with a zero byte', entries: [pax({ path: 'a\0b' }), file('x')], why: /contains a zero byte/ },
  { what: 'a long name that climbs', entries: [pax({ path: '../x' }), file('x')], why: /^\.\.\/x leads out of it$/ },
  {
    what: 'a long target that climbs',
    entries: [pax({ linkpath: '../x' }), link('y', 'x')],
    why: /^y leads out of it$/,
  },
  {
    what: 'a name for all entries',
    entries: [pax({ path: 'y' }, 'g'), file('x')],
    why: /a header gives all entries one/,
  },
  {
    what: 'a size for all entries',
    entries: [pax({ size: '3' }, 'g'), file('x')],
    why: /a header gives all entries one/,
  },
  {
    what: 'two names for one entry',
    entries: [pax({ path: 'y' }), pax({ path: 'z' }), file('x')],
    why: /contradict each other/,
  },
  {
    what: 'names of both kinds for one entry',
    entries: [{ name: 'l', type: 'L', content: 'y\0' }, pax({ path: 'z' }), file('x')],
    why: /contradict each other/,
  },
  { what: 'a size of letters', entries: [pax({ size: '0x10' }), file('x')], why: /a size in it is not a number/ },
  { what: 'a negative size', entries: [pax({ size: '-512' }), file('x')], why: /a size in it is not a number/ },
  { what: 'a size beyond all numbers', entries: [pax({ size: '9'.repeat(40) }), file('x')], why: /not a number/ },
  {
    what: 'a size that hides the next header',
    entries: [pax({ size: '0' }), file('x', 'y')],
    why: /a header is damaged/,
  },
  { what: 'a size that is larger than the archive', entries: [{ name: 'x', size: 1e6 }], why: /it is cut short/ },
  {
    what: 'a header of pax with the wrong length',
    entries: [{ name: 'p', type: 'x', content: '99 path=y\n' }, file('x')],
    why: /a header is damaged/,
  },
  { what: 'a header of pax without end', entries: [pax({ path: 'y' })], why: /it is cut short/ },
  { what: 'a huge header of pax', entries: [{ name: 'p', type: 'x', size: 1e9 }], why: /a name in it is too long/ },
]

describe('a .tar is refused, and writes nothing outside, with', () => {
  for (const { what, entries, why } of ofTar)
    test(what, async (context) => {
      await assert.rejects(unpackBytes(context, tarBytes(entries)), { code: 'test/refused', message: why })
    })

  const good = tarBytes([file('a', 'x'.repeat(600))])
  const damages: readonly { readonly what: string; readonly bytes: Buffer; readonly why: RegExp }[] = [
    { what: 'nothing in it', bytes: Buffer.alloc(0), why: /neither a \.tar\.gz nor a \.tar nor a \.zip/ },
    { what: 'some text instead', bytes: Buffer.from('hello'.repeat(200)), why: /neither/ },
    { what: 'the bytes of xz', bytes: Buffer.from('fd377a585a000000', 'hex'), why: /packed by xz, neither/ },
    { what: 'a missing end', bytes: good.subarray(0, 1536), why: /cut short/ },
    { what: 'half a content', bytes: good.subarray(0, 700), why: /cut short/ },
    { what: 'something after its end', bytes: Buffer.concat([good, good]), why: /something follows its end/ },
    {
      what: 'a damaged header',
      bytes: Buffer.concat([good.subarray(0, 1536), Buffer.alloc(512, 'x')]),
      why: /a header is damaged/,
    },
    { what: 'half a .gz around it', bytes: gzipSync(good).subarray(0, 30), why: /cut short/ },
    {
      what: 'a .gz around it of which a byte is changed',
      bytes: changed(gzipSync(good)),
      why: /compression is damaged/,
    },
    { what: 'a .gz around something else', bytes: gzipSync(Buffer.alloc(2048, 'x')), why: /not a tar file/ },
  ]
  for (const { what, bytes, why } of damages)
    test(what, async (context) => {
      await assert.rejects(unpackBytes(context, bytes), { code: 'test/refused', message: why })
    })
})

function changed(bytes: Buffer): Buffer {
  const at = bytes.length - 8
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)])
}

describe('an archive', () => {
  test('unpacks with clean modes: nobody else may write, and no special bits are set', async (context) => {
    const entries = [folder('d', 0o7777), file('d/run', 'x', 0o7777), file('secret', 'x', 0o600), file('none', 'x', 0)]
    for (const bytesOf of Object.values(formats)) {
      const { out, unpacked } = await unpackBytes(context, bytesOf(entries))
      assert.deepEqual(treeOf(out), { d: '755 folder', 'd/run': '755 x', none: '400 x', secret: '600 x' })
      assert.deepEqual(unpacked, {
        files: 3,
        bytes: 3,
        executables: ['d/run'],
        written: ['d', 'd/run', 'secret', 'none'],
      })
    }
  })

  test('may hold links that stay inside, also up and through each other', async (context) => {
    const links = { 'd/e/up': '../..', here: '.', through: 'd/e/up/d/./e', gone: 'd/not-there' }
    const entries = [folder('d/e'), ...Object.entries(links).map(([name, target]) => link(name, target))]
    for (const bytesOf of Object.values(formats)) {
      const { out } = await unpackBytes(context, bytesOf(entries))
      for (const [name, target] of Object.entries(links)) assert.equal(treeOf(out)[name], `-> ${target}`)
    }
  })

  test('is refused when it holds more than the caps allow', async (context) => {
    const caps = { entries: 4, bytes: 100, depth: 3, name: 30 }
    const rows: readonly (readonly [entries: readonly Made[], why: RegExp | undefined])[] = [
      [[file('a/b/c'), file('d')], undefined],
      [[file('a/b/c'), file('d'), file('e')], /more than 4 entries/],
      [[folder('a'), folder('a'), folder('a'), folder('a'), folder('a')], /more than 4 entries/],
      [[file('a', 'x'.repeat(100))], undefined],
      [[file('a', 'x'.repeat(50)), file('b', 'x'.repeat(51))], /it unpacks to more than 100 bytes/],
      [[file('a/b/c/d')], /is more than 3 folders deep/],
      [[file('n'.repeat(30))], undefined],
      [[file('n'.repeat(31))], /a name in it is too long/],
      [[link('a', 'n'.repeat(31))], /a target that is too long/],
    ]
    for (const bytesOf of Object.values(formats))
      for (const [entries, why] of rows) {
        const unpacking = unpackBytes(context, bytesOf(entries), { caps })
        if (why === undefined) await unpacking
        else await assert.rejects(unpacking, { code: 'test/refused', message: why })
      }
  })
})

/** Entries that Python's tarfile and zipfile write on request: name, kind and target of each. */
const byPython = `
import io, stat, sys, tarfile, zipfile
folder = sys.argv[1]
attacks = [
    ('climbs', [('../escaped', 'file', '')]),
    ('absolute', [('/tmp/slipway-escaped', 'file', '')]),
    ('link-out', [('out', 'link', '../..'), ('out/escaped', 'file', '')]),
    ('link-absolute', [('out', 'link', '/etc'), ('out/passwd', 'file', '')]),
    ('chain', [('a/up', 'link', '..'), ('esc', 'link', 'a/up/..')]),
    ('twice', [('a', 'file', ''), ('a', 'link', '/etc/passwd')]),
    ('case', [('a', 'file', ''), ('A', 'file', '')]),
]
for what, entries in attacks:
    with tarfile.open(f'{folder}/{what}.tar.gz', 'w:gz') as out:
        for name, kind, target in entries:
            info = tarfile.TarInfo(name)
            info.linkname = target
            info.type = tarfile.SYMTYPE if kind == 'link' else tarfile.REGTYPE
            info.size = 0 if kind == 'link' else 1
            out.addfile(info, io.BytesIO(b'x'))
    with zipfile.ZipFile(f'{folder}/{what}.zip', 'w') as out:
        for name, kind, target in entries:
            info = zipfile.ZipInfo(name)
            info.create_system = 3
            info.external_attr = ((stat.S_IFLNK if kind == 'link' else stat.S_IFREG) | 0o755) << 16
            out.writestr(info, target if kind == 'link' else 'x')
`

test('a hostile archive made by Python unpacks nothing', async (context) => {
  const top = folderOf(context)
  execFileSync('python3', ['-W', 'ignore', '-c', byPython, top])
  const archives = readdirSync(top)
  assert.equal(archives.length, 14)
  for (const archive of archives)
    await assert.rejects(
      unpackBytes(context, readFileSync(join(top, archive))),
      { code: 'test/refused', message: /leads out of it|is in it more than once|differs from|is not a folder/ },
      archive,
    )
  assert.equal(existsSync('/tmp/slipway-escaped'), false)
})
