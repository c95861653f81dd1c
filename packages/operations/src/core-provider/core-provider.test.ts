import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Failure, type FetchRequest, PluginFailure, Secret, type Value, valueMap } from '@slipway/model'
import { CoreProvider, mostOfValue } from './core-provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-core-'))
const noon = Date.UTC(2023, 0, 2, 15, 4, 5, 678)
const core = new CoreProvider({ cwd: '/where/i/am', folder, now: () => noon, uuid: () => 'a-uuid' })
after(() => rmSync(folder, { recursive: true, force: true }))

function text(answer: Value): string {
  assert.ok(typeof answer === 'string')
  return Buffer.from(answer, 'base64').toString('utf8')
}

test('the time, in all its formats', async () => {
  const formats = ['unix', 'rfc3339', 'tag', 'tagcompact']
  const times = await Promise.all(formats.map((format) => core.answer('datetime', [format])))
  assert.deepEqual(times, ['1672671845', '2023-01-02T15:04:05Z', '2023-01-02--15-04-05', '20230102150405'])
  await assert.rejects(core.answer('datetime', ['iso']), { code: 'cli/function-input' })
})

test('the folder where Slipway was called, and a UUID', async () => {
  assert.deepEqual([await core.answer('cwd', []), await core.answer('uuid', [])], ['/where/i/am', 'a-uuid'])
  const real = new CoreProvider({ cwd: '/', folder })
  const drawn = await real.answer('uuid', [])
  assert.ok(typeof drawn === 'string')
  assert.match(drawn, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('it knows all functions of the language', async () => {
  const { functionNames, functions } = await core.define()
  assert.ok(functionNames.includes('cidrsubnet'))
  assert.equal(functions['file']?.parameters.length, 2)
})

describe('templatefile', () => {
  test('reads text below the folder of the blueprint, also for a child of it', async () => {
    mkdirSync(join(folder, 'child'), { recursive: true })
    writeFileSync(join(folder, 'child', 'motd.txt'), 'hello ${name}')
    assert.equal(await core.answer('templatefile', ['child/motd.txt']), 'hello ${name}')
    assert.equal(await core.answer('templatefile', ['motd.txt', 'child']), 'hello ${name}')
    assert.equal(await core.answer('fileexists', ['child/motd.txt']), true)
    assert.equal(await core.answer('fileexists', ['child']), false)
  })

  test('reads nothing else of this machine', async () => {
    symlinkSync('/etc/hostname', join(folder, 'link.txt'))
    writeFileSync(join(folder, 'bytes.txt'), Buffer.from([0xff, 0xfe]))
    for (const path of ['/etc/hostname', '../motd.txt', 'child/../../motd.txt', 'link.txt', '.'])
      await assert.rejects(core.answer('templatefile', [path]), /outside of the folder/, path)
    await assert.rejects(core.answer('templatefile', ['motd.txt', '/etc']), /outside of the folder/)
    await assert.rejects(core.answer('templatefile', ['bytes.txt']), /not text in UTF-8/)
    await assert.rejects(core.answer('templatefile', ['child']), { code: 'cli/not-a-file' })
    await assert.rejects(core.answer('templatefile', ['none.txt']), { code: 'cli/no-such-file' })
  })
})

describe('file', () => {
  test('reads from the blueprint’s folder, any bytes', async () => {
    writeFileSync(join(folder, 'some.bin'), Buffer.from([0xff, 0x00]))
    assert.equal(await core.answer('file', ['some.bin']), '/wA=')
    assert.equal(await core.answer('file', [join(folder, 'some.bin')]), '/wA=')
    assert.equal(await core.answer('file', ['some.bin', '.']), '/wA=')
    assert.equal(await core.answer('file', [join(folder, 'some.bin'), 'elsewhere']), '/wA=')
    await assert.rejects(core.answer('file', ['some.bin', 'elsewhere']))
  })

  test('refuses a path that is not a file, too large a file, or one elsewhere', async () => {
    writeFileSync(join(folder, 'large'), Buffer.alloc(mostOfValue + 1))
    const refusals = ['nope', '.', '/dev/zero', 'large', 's3://bucket/key'].map((path) =>
      core.answer('file', [path]).then(
        () => 'read',
        (thrown: unknown) => (thrown instanceof Failure ? thrown.code : 'another error'),
      ),
    )
    assert.deepEqual(await Promise.all(refusals), [
      'cli/no-such-file',
      'cli/not-a-file',
      'cli/not-a-file',
      'cli/file-too-large',
      'cli/function-input',
    ])
  })

  test('fails as a provider does, where call it as one', async () => {
    const request = { name: 'file', args: ['nope'], context: { config: {}, variables: {} } }
    await assert.rejects(core.callFunction(request), (thrown) => thrown instanceof PluginFailure && thrown.refused)
  })
})

describe('http_resource', () => {
  let server: Server
  let base = ''
  before(async () => {
    server = createServer(({ url }, response) => {
      if (url === '/moved') response.writeHead(302, { location: '/there' }).end()
      else if (url === '/round') response.writeHead(302, { location: '/round' }).end()
      else if (url === '/there') response.end('é')
      else if (url === '/endless') {
        const more = (): void => void response.write(Buffer.alloc(1024 * 1024), () => !response.destroyed && more())
        more()
      } else if (url?.startsWith('/silent') !== true) response.writeHead(404).end('no')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  test('reads from an address, and follows redirects', async () => {
    assert.equal(text(await core.answer('http_resource', [`${base}/there`])), 'é')
    assert.equal(text(await core.answer('http_resource', [`${base}/moved`])), 'é')
  })

  test('says why there is nothing, without the query', async () => {
    await assert.rejects(core.answer('http_resource', [`${base}/nope?key=s3cret`]), {
      code: 'cli/http-resource',
      message: `${base}/nope answers 404 Not Found`,
    })
    await assert.rejects(core.answer('http_resource', [`${base}/round`]), {
      message: /redirects in a loop$/,
    })
    await assert.rejects(core.answer('http_resource', [`${base}/endless`]), { message: /more than 8 MB$/ })
    await assert.rejects(core.answer('http_resource', [`${base}/silent`], { deadlineMs: 50 }), {
      message: `${base}/silent cannot be read: no answer in time`,
    })
    for (const address of ['file:///etc/passwd', 'ftp://a/b', 'x', 'http://user:word@a/'])
      await assert.rejects(core.answer('http_resource', [address]), { code: 'cli/function-input' })
  })
})

describe('core/exports', () => {
  const found = { url: new Secret('https://a'), size: 3, none: null }
  const reading = new CoreProvider({
    cwd: '/',
    folder,
    exportsOf: ({ instance, project }) =>
      project === 'gone'
        ? Promise.reject(new Failure('state/unknown-instance', 'nothing is recorded'))
        : Promise.resolve(valueMap([...Object.entries(found), ['from', `${project} ${instance}`]])),
  })
  const fetched = (exports: FetchRequest['exports'], filters: Readonly<Record<string, readonly string[]>>) =>
    reading.fetch({
      type: 'core/exports',
      dataSourceName: 'other',
      filters: Object.entries(filters).map(([field, search]) => ({ field, operator: '=', search })),
      exports,
      context: { config: {}, variables: {} },
    })

  test('reads the requested export, secrets as secrets', async () => {
    const exports = {
      address: { type: 'string', aliasFor: 'url' },
      size: { type: 'float' },
      none: { type: 'array' },
      from: { type: 'string' },
    }
    const values = await fetched(exports, { instance: ['net'], project: ['../net'] })
    assert.deepEqual({ ...values }, { address: found.url, size: 3, none: null, from: '../net net' })
  })

  test('names the problem with the request', async () => {
    const instance = ['net']
    const mistakes: readonly (readonly [Parameters<typeof fetched>, RegExp])[] = [
      [[{ ulr: { type: 'string' } }, { instance }], /net exports no "ulr"/],
      [[{ size: { type: 'string' } }, { instance }], /is of the type integer, not string/],
      [[{}, {}], /needs a filter that names the instance/],
      [[{}, { instance: ['a', 'b'] }], /reads one instance at a time/],
      [[{}, { instance, project: ['gone'] }], /nothing is recorded/],
    ]
    for (const [[exports, filters], said] of mistakes)
      await assert.rejects(
        fetched(exports, filters),
        (thrown) => thrown instanceof PluginFailure && thrown.refused && said.test(thrown.message),
      )
  })
})
