import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { packFolder, packZip } from './pack-folder.ts'
import { folderOf, options, treeOf } from './testing/unpacked.ts'
import { unpackArchive } from './unpack-archive.ts'

const { signal } = options()

describe('a packed folder', () => {
  test('unpacks to the same files', async (context) => {
    const top = folderOf(context)
    const step = fc.oneof(
      fc.constantFrom('a', 'bin', 'node_modules', 'a folder', 'ähm', '日本', 'x'.repeat(120), '.hidden', '-rf', '…'),
      fc.stringMatching(/^[a-z0-9 _.+@-]{1,20}$/).filter((name) => !/^\.+$/.test(name)),
    )
    const path = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => steps.join('/'))
    const content = fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.constant(Buffer.alloc(300_000, 'x')))
    const files = fc.dictionary(path, fc.record({ content, runs: fc.boolean() }), { maxKeys: 12 })
    let made = 0
    await fc.assert(
      fc.asyncProperty(files, fc.array(path, { maxLength: 3 }), async (wanted, folders) => {
        const [source, archive, out] = ['source', 'archive', 'out'].map((name) => join(top, `${name}-${made}`))
        made++
        if (source === undefined || archive === undefined || out === undefined) return
        mkdirSync(source)
        // If one path needs a folder where another has a file, the first one stays.
        for (const folder of folders) attempt(() => mkdirSync(join(source, folder), { recursive: true, mode: 0o755 }))
        for (const [name, { content: bytes, runs }] of Object.entries(wanted))
          attempt(() => {
            mkdirSync(dirname(join(source, name)), { recursive: true, mode: 0o755 })
            writeFileSync(join(source, name), bytes, { flag: 'wx' })
            chmodSync(join(source, name), runs ? 0o755 : 0o644)
          })
        const names = Object.keys(treeOf(source))
        if (names.length > 0) symlinkSync(names[0] ?? '', join(source, 'a link'))
        if (isAmbiguous(names)) return
        await packFolder(source, archive, { signal })
        await unpackArchive(archive, out, options())
        assert.deepEqual(treeOf(out), treeOf(source))
      }),
      { numRuns: 100 },
    )
  })

  test('has the same bytes for the same content, at any time and from any file order', async (context) => {
    const top = folderOf(context)
    const pack = async (name: string, paths: readonly string[], mode: number): Promise<Buffer> => {
      const folder = join(top, name)
      for (const path of paths) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), path)
        chmodSync(join(folder, path), mode)
        utimesSync(join(folder, path), mode, mode)
      }
      await packFolder(folder, join(top, `${name}.tar.gz`), { signal })
      return readFileSync(join(top, `${name}.tar.gz`))
    }
    const one = await pack('one', ['b', 'a/c', 'a/b'], 0o600)
    assert.deepEqual(await pack('two', ['a/b', 'a/c', 'b'], 0o664), one)
    assert.notDeepEqual(await pack('three', ['a/b', 'a/c', 'b'], 0o700), one)
    assert.notDeepEqual(await pack('four', ['a/b', 'a/c', 'd'], 0o600), one)
  })

  test('is read by tar', async (context) => {
    const top = folderOf(context)
    const deep = `${'a folder with a long name/'.repeat(12)}end`
    mkdirSync(join(top, 'source', deep), { recursive: true, mode: 0o755 })
    writeFileSync(join(top, 'source', deep, 'ähm'), Buffer.alloc(100_000, 'x'))
    symlinkSync(`${deep}/ähm`, join(top, 'source/link'))
    await packFolder(join(top, 'source'), join(top, 'a.tar.gz'), { signal })
    mkdirSync(join(top, 'out'))
    execFileSync('tar', ['-xzpf', join(top, 'a.tar.gz'), '-C', join(top, 'out')])
    assert.deepEqual(treeOf(join(top, 'out')), treeOf(join(top, 'source')))
  })

  test('leaves no archive behind when something in it cannot be packed', async (context) => {
    const top = folderOf(context)
    const rows: readonly (readonly [make: (folder: string) => void, why: RegExp])[] = [
      [(folder) => symlinkSync('../secret', join(folder, 'link')), /the link link leads out of it/],
      [(folder) => symlinkSync('/etc/passwd', join(folder, 'link')), /the link link leads out of it/],
      [(folder) => execFileSync('mkfifo', [join(folder, 'pipe')]), /pipe is neither a file nor a folder nor a link/],
      [(folder) => writeFileSync(join(folder, 'a\\b'), ''), /has a backslash in its name/],
      [(folder) => writeFileSync(Buffer.from(`${folder}/\xff`, 'latin1'), ''), /is not UTF-8/],
    ]
    for (const [make, why] of rows) {
      const folder = join(top, 'folder')
      mkdirSync(folder)
      make(folder)
      await assert.rejects(packFolder(folder, join(top, 'a.tar.gz'), { signal }), why)
      assert.equal(existsSync(join(top, 'a.tar.gz')), false)
      rmSync(folder, { recursive: true })
    }
  })

  test('overwrites no existing file', async (context) => {
    const top = folderOf(context)
    mkdirSync(join(top, 'source'))
    writeFileSync(join(top, 'a.tar.gz'), 'mine')
    await assert.rejects(packFolder(join(top, 'source'), join(top, 'a.tar.gz'), { signal }), { code: 'EEXIST' })
    assert.equal(readFileSync(join(top, 'a.tar.gz'), 'utf8'), 'mine')
  })

  test('stops at its signal, and leaves nothing behind', async (context) => {
    const top = folderOf(context)
    mkdirSync(join(top, 'source'))
    for (let index = 0; index < 20; index++) writeFileSync(join(top, `source/${index}`), Buffer.alloc(1_000_000, 'x'))
    const ends = new AbortController()
    const packing = packFolder(join(top, 'source'), join(top, 'a.tar.gz'), { signal: ends.signal })
    setImmediate(() => ends.abort())
    await assert.rejects(packing, { name: 'AbortError' })
    assert.equal(existsSync(join(top, 'a.tar.gz')), false)
  })
})

function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Names that no unpacker of ours takes side by side. */
function isAmbiguous(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.normalize('NFKC').toUpperCase())).size < names.length
}

describe('a folder that is packed as a zip', () => {
  test('unpacks to the same files, and is the same for the same content', async (context) => {
    const top = folderOf(context)
    const source = join(top, 'source')
    mkdirSync(join(source, 'a folder'), { recursive: true, mode: 0o755 })
    writeFileSync(join(source, 'program'), 'x'.repeat(300_000), { mode: 0o755 })
    writeFileSync(join(source, 'a folder/日本'), '', { mode: 0o644 })
    const files = ['one.zip', 'two.zip'].map((name) => join(top, name))
    for (const file of files) await packZip(source, file, { signal })
    const [one = '', two = ''] = files
    assert.ok(readFileSync(one).equals(readFileSync(two)))
    await unpackArchive(one, join(top, 'out'), options())
    assert.deepEqual(treeOf(join(top, 'out')), treeOf(source))
    // An existing archive stays as it is.
    await assert.rejects(packZip(source, one, { signal }), { code: 'EEXIST' })
    assert.ok(readFileSync(one).equals(readFileSync(two)))
    symlinkSync('program', join(source, 'link'))
    await assert.rejects(
      packZip(source, join(top, 'three.zip'), { signal }),
      /link is not a file, but a zip may contain only files/,
    )
    assert.ok(!existsSync(join(top, 'three.zip')))
  })

  test('a folder whose packing is stopped leaves no archive', async (context) => {
    const top = folderOf(context)
    mkdirSync(join(top, 'source'))
    writeFileSync(join(top, 'source/program'), 'x')
    const archive = join(top, 'one.zip')
    await assert.rejects(packZip(join(top, 'source'), archive, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.ok(!existsSync(archive))
  })
})
