import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { failureOf } from '@slipway/sdk/testing'
import { draftOf } from '../files/draft.ts'
import { blueprintFolder, resourceIn } from '../testing.ts'

const folder = await blueprintFolder()
const at = (name: string): string => join(folder, name)
const resource = () => resourceIn(folder, 'local/file')
const modeOf = async (name: string): Promise<number> => (await stat(at(name))).mode & 0o777

describe('local/file', () => {
  test('writes any content, with its fingerprint, and takes it away', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (content) => {
        const it = resource()
        const state = await it.create({ path: 'any', content })
        const bytes = Buffer.from(content, 'utf8')
        assert.ok(bytes.equals(await readFile(at('any'))))
        assert.equal(state['size'], bytes.length)
        assert.equal(state['sha256'], createHash('sha256').update(bytes).digest('hex'))
        await it.destroy(state)
        assert.equal((await readdir(folder)).includes('any'), false)
      }),
      { numRuns: 20 },
    )
  })

  test('at a path that is too long is refused, leaves nothing, and counts as gone', async () => {
    for (const path of ['a'.repeat(300), `${'bb/'.repeat(1500)}x`]) {
      const it = resource()
      const failure = await failureOf(it.create({ path, content: 'x' }))
      assert.deepEqual([failure.refused, failure.message.includes('too long')], [true, true])
      assert.equal(await it.read({ path, content: 'x' }), undefined)
      await it.destroy({ path, content: 'x' })
      assert.equal((await readdir(folder)).includes('bb'), false)
    }
  })

  test('has the requested mode, with any umask', async () => {
    const it = resource()
    const state = await it.create({ path: 'secret', content: 'x', mode: '0600' })
    assert.equal(await modeOf('secret'), 0o600)
    await it.update(state, { path: 'secret', content: 'y', mode: '666' })
    assert.equal(await modeOf('secret'), 0o666)
    assert.equal(await readFile(at('secret'), 'utf8'), 'y')
    const plain = resource()
    await plain.create({ path: 'plain', content: 'x' })
    assert.equal(await modeOf('plain'), 0o644)
  })

  test('base64 is for binary content', async () => {
    const it = resource()
    const spec = { path: 'binary', content: Buffer.from([0, 255, 1]).toString('base64'), encoding: 'base64' }
    const state = await it.create(spec)
    assert.deepEqual([...(await readFile(at('binary')))], [0, 255, 1])
    assert.deepEqual({ ...(await it.read(state)) }, { ...state })
  })

  test('makes directories on the way, and the last file in them takes them along', async () => {
    const [a, b] = [resource(), resource()]
    await mkdir(at('here'))
    const states = await Promise.all([
      a.create({ path: 'here/made/deep/a', content: 'a' }),
      b.create({ path: 'here/made/b', content: 'b' }),
    ])
    await a.destroy(states[0])
    assert.deepEqual(await readdir(at('here/made')), ['b'])
    await b.destroy(states[1])
    assert.deepEqual(await readdir(at('here')), [])
  })

  test('another file at its place is left alone', async () => {
    await writeFile(at('theirs'), 'theirs')
    const failure = await failureOf(resource().create({ path: 'theirs', content: 'ours' }))
    assert.equal(failure.pluginErrorCode, 'BAD_INPUT')
    assert.equal(
      failure.message,
      `${at('theirs')}: another file already exists, and stays unchanged; move it away, or choose another path`,
    )
    assert.equal(await readFile(at('theirs'), 'utf8'), 'theirs')
    await symlink('theirs', at('link'))
    assert.match((await failureOf(resource().create({ path: 'link', content: 'theirs' }))).message, /something else/)
    assert.match((await failureOf(resource().create({ path: '.', content: '' }))).message, /a directory already exists/)
  })

  test('the same file at its place is adopted, and stays', async () => {
    await writeFile(at('same'), 'same')
    const it = resource()
    const state = await it.create({ path: 'same', content: 'same', mode: '0600' })
    assert.equal(state['adopted'], true)
    assert.equal(await modeOf('same'), 0o600)
    const updated = await it.update(state, { path: 'same', content: 'new' })
    await it.destroy(updated)
    assert.equal(await readFile(at('same'), 'utf8'), 'new')
  })

  test('drift: content, mode, and absence are seen', async () => {
    const it = resource()
    const state = await it.create({ path: 'drift', content: 'a' })
    assert.deepEqual({ ...(await it.read(state)) }, { ...state })
    await writeFile(at('drift'), 'b')
    await chmod(at('drift'), 0o640)
    const actual = await it.read(state)
    assert.equal(actual?.['content'], 'b')
    assert.equal(actual?.['mode'], '0640')
    assert.notEqual(actual?.['sha256'], state['sha256'])
    await rm(at('drift'))
    assert.equal(await it.read(state), undefined)
    await it.destroy(state)
  })

  test('a change of the mode alone keeps manual edits', async () => {
    const it = resource()
    const spec = { path: 'edited', content: 'one', mode: '0644' }
    const state = await it.create(spec)
    await writeFile(at('edited'), 'precious')
    const changed = await it.update(state, { ...spec, mode: '0600' })
    assert.deepEqual([await readFile(at('edited'), 'utf8'), await modeOf('edited')], ['precious', 0o600])
    assert.deepEqual({ ...changed }, { ...state, mode: '0600' })
    assert.equal((await it.read(changed))?.['content'], 'precious')
    // a failed call may have left anything
    await it.update(changed, { ...spec, mode: '0640' }, 'update-failed')
    assert.deepEqual([await readFile(at('edited'), 'utf8'), await modeOf('edited')], ['one', 0o640])
  })

  test('a change of the mode writes the file if it is missing, and follows no link', async () => {
    const it = resource()
    const spec = { path: 'lost/gone', content: 'one', mode: '0644' }
    const state = await it.create(spec)
    await rm(at('lost'), { recursive: true })
    const again = await it.update(state, { ...spec, mode: '0600' })
    assert.deepEqual([await readFile(at('lost/gone'), 'utf8'), await modeOf('lost/gone')], ['one', 0o600])
    await writeFile(at('other'), 'other', { mode: 0o644 })
    await rm(at('lost/gone'))
    await symlink('../other', at('lost/gone'))
    await it.update(again, { ...spec, mode: '0640' })
    assert.deepEqual([await readFile(at('lost/gone'), 'utf8'), await modeOf('lost/gone')], ['one', 0o640])
    assert.deepEqual([await readFile(at('other'), 'utf8'), await modeOf('other')], ['other', 0o644])
  })

  test('a create in doubt is found by its resource id, as it is now, and by no other', async () => {
    const it = resource()
    const spec = { path: 'way/doubt', content: 'a' }
    assert.equal(await it.read(spec), undefined)
    const { sha256, size } = await it.create(spec)
    assert.deepEqual({ ...(await it.read(spec)) }, { ...spec, sha256, size, adopted: false })
    assert.equal(await resource().read(spec), undefined)

    await writeFile(at('way/doubt'), 'edited')
    assert.equal((await it.read(spec))?.['content'], 'edited')
    const again = await it.create(spec)
    assert.deepEqual([again['adopted'], await readFile(at('way/doubt'), 'utf8')], [false, 'a'])
    await it.destroy(again)
    assert.equal((await readdir(folder)).includes('way'), false)
  })

  test('a thing that took its place after a create in doubt is left alone, and the create’s remains are cleaned up', async () => {
    const it = resource()
    const spec = { path: 'way/doubt', content: 'a' }
    await it.create(spec)
    await rm(at('way/doubt'))
    await writeFile(at('way/doubt'), 'theirs')
    await writeFile(draftOf(at('way/doubt'), it.identity.resourceId), 'half')
    assert.equal((await it.read(spec))?.['content'], null)
    const failure = await failureOf(it.create(spec))
    assert.deepEqual([failure.pluginErrorCode, failure.refused], ['BAD_INPUT', true])
    assert.equal(await it.read(spec), undefined)
    await it.destroy(spec)
    assert.deepEqual(await readdir(at('way')), ['doubt'])
    assert.equal(await readFile(at('way/doubt'), 'utf8'), 'theirs')
    await rm(at('way'), { recursive: true })
  })

  test('destroying a refused one removes nothing', async () => {
    await writeFile(at('kept'), 'theirs')
    const it = resource()
    assert.equal((await failureOf(it.create({ path: 'kept', content: 'ours' }))).refused, true)
    await it.destroy({ path: 'kept' })
    assert.equal(await readFile(at('kept'), 'utf8'), 'theirs')
  })

  test('an adopted file that a crash left in doubt is its own as long as it is the same', async () => {
    await writeFile(at('found'), 'same')
    const it = resource()
    const spec = { path: 'found', content: 'same' }
    await it.create(spec)
    assert.equal((await it.read(spec))?.['adopted'], true)
    assert.equal((await it.create(spec))['adopted'], true)
    await writeFile(at('found'), 'changed')
    assert.equal((await it.read(spec))?.['content'], null)
    assert.equal((await failureOf(it.create(spec))).refused, true)
    assert.equal(await readFile(at('found'), 'utf8'), 'changed')
  })

  test('a file that took its place stays when the resource goes', async () => {
    const it = resource()
    const state = await it.create({ path: 'was-file', content: 'a' })
    await rm(at('was-file'))
    await mkdir(at('was-file'))
    assert.equal(await it.read(state), undefined)
    await it.destroy(state)
    assert.ok((await stat(at('was-file'))).isDirectory())
  })

  test('readers see the old or the new content, never a part', async () => {
    const it = resource()
    const contents = ['a'.repeat(200_000), 'b'.repeat(300_000)]
    let state = await it.create({ path: 'whole', content: contents[0] })
    const seen = new Set<number>()
    for (let round = 1; round < 20; round++) {
      const reading = Array.from({ length: 5 }, () => readFile(at('whole')))
      state = await it.update(state, { path: 'whole', content: contents[round % 2] })
      for (const read of await Promise.all(reading)) seen.add(read.length)
    }
    assert.deepEqual(
      [...seen].filter((size) => size !== 200_000 && size !== 300_000),
      [],
    )
  })

  test('a file on the way is named', async () => {
    await writeFile(at('plain-file'), '')
    const failure = await failureOf(resource().create({ path: 'plain-file/deep/below', content: '' }))
    assert.deepEqual([failure.pluginErrorCode, failure.refused], ['BAD_INPUT', true])
    assert.equal(
      failure.message,
      `${at('plain-file/deep/below')}: ${at('plain-file')} is not a directory; move it away, or choose another path`,
    )
  })

  test('an error of the system is put into words, and leaves nothing', async () => {
    const failure = await failureOf(resource().create({ path: `long/${'x'.repeat(300)}`, content: '' }))
    assert.deepEqual([failure.pluginErrorCode, failure.refused], ['UNEXPECTED', true])
    assert.match(failure.message, /x+ cannot be [a-z]+: the path, or a name in it, is too long$/)
    assert.equal((await readdir(folder)).includes('long'), false)
  })
})
