import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Failure } from '@slipway/model'
import { FileServer } from '../testing/servers/file-server.ts'
import { createHttpClient, type HttpClientParts } from './create-http-client.ts'
import { defaultHosts } from './default-hosts.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-http-'))
const server = await FileServer.start()
const other = await FileServer.start()
const never = new AbortController().signal
after(async () => {
  await server.stop()
  await other.stop()
  rmSync(folder, { recursive: true })
})

const bytes = randomBytes(100_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
let files = 0
const newFile = (): string => join(folder, `file-${files++}`)

function client(parts: Partial<HttpClientParts> = {}, waited: number[] = []): ReturnType<typeof createHttpClient> {
  return createHttpClient({
    env: {},
    signal: never,
    random: () => 0.5,
    wait: async (milliseconds) => {
      waited.push(milliseconds)
      await Promise.resolve()
    },
    ...parts,
  })
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Failure, String(error))
  return error
}

function told({ message, hint = '', details }: Failure): string {
  return [message, ...details, hint].join('\n')
}

function variable(host: string): string {
  return `SLIPWAY_REGISTRY_TOKEN_${host.replaceAll(/[.:]/g, '_')}`
}

function sent(from: FileServer, path: string): readonly unknown[] {
  return from.requests.filter((request) => request.path === path).map(({ headers }) => headers.authorization)
}

describe('a small answer', () => {
  test('arrives whole, also compressed', async () => {
    server.json('/plain', { a: 1 })
    server.put('/packed', { body: gzipSync('{"a":2}'), headers: { 'content-encoding': 'gzip' } })
    assert.deepEqual(await client().json(`${server.url}/plain`), { a: 1 })
    assert.deepEqual(await client().json(`${server.url}/packed`), { a: 2 })
  })

  test('is refused if too large, as sent, as announced or unpacked', async () => {
    server.put('/large', { body: 'x'.repeat(2000) })
    server.put('/unannounced', { body: 'x'.repeat(2000), chunked: true })
    server.put('/bomb', { body: gzipSync(Buffer.alloc(1_000_000)), headers: { 'content-encoding': 'gzip' } })
    for (const path of ['/large', '/unannounced', '/bomb']) {
      const failure = await failureOf(client().get(`${server.url}${path}`, { limit: 1500 }))
      assert.equal(failure.code, 'install/bad-answer')
      assert.match(failure.message, /larger than 1500 bytes/)
    }
  })

  test('that is not JSON is named', async () => {
    server.put('/text', { body: '<html>' })
    const failure = await failureOf(client().json(`${server.url}/text`, { subject: 'the registry of example.com' }))
    assert.equal(failure.code, 'install/bad-answer')
    assert.match(failure.message, /^the registry of example\.com gives a bad answer for .*\/text: it is not JSON/)
  })
})

describe('attempts', () => {
  test('are repeated with growing pauses after 408, 429, 5xx and a lost connection', async () => {
    const waited: number[] = []
    server.put('/shaky', { body: 'here', statuses: [408, 429, 503], cuts: [0, 0, 0, 0] })
    assert.equal((await client({}, waited).get(`${server.url}/shaky`)).body.toString(), 'here')
    assert.deepEqual(waited, [187.5, 375, 750, 1500])
  })

  test('wait as long as Retry-After says, in seconds or as a date', async () => {
    const waited: number[] = []
    const now = Date.parse('2026-11-29T12:00:00Z')
    server.put('/later', { body: 'x', statuses: [429], headers: { 'retry-after': '7' } })
    server.put('/at', { body: 'x', statuses: [503], headers: { 'retry-after': 'Sun, 29 Nov 2026 12:00:09 GMT' } })
    await client({ now: () => now }, waited).get(`${server.url}/later`)
    await client({ now: () => now }, waited).get(`${server.url}/at`)
    assert.deepEqual(waited, [7000, 9000])
  })

  test('end after five, and when the server demands an hour', async () => {
    server.put('/down', { statuses: Array.from({ length: 9 }, () => 503) })
    server.put('/hour', { statuses: [429], headers: { 'retry-after': '3600' } })
    const down = await failureOf(client().get(`${server.url}/down`))
    assert.equal(down.code, 'install/unreachable')
    assert.match(down.message, /503 Service Unavailable, at attempt 5/)
    assert.equal(server.count('/down'), 5)
    const hour = await failureOf(client().get(`${server.url}/hour`))
    assert.match(hour.message, /asks to wait for 3600 s/)
    assert.equal(server.count('/hour'), 1)
  })

  test('are not repeated after 401, 403 and 404: the error names server, asset, status, the attempt and the next step', async () => {
    for (const [status, code] of [
      [401, 'install/refused'],
      [403, 'install/refused'],
      [404, 'install/not-found'],
    ] as const) {
      server.put('/final', { statuses: [status] })
      const before = server.count('/final')
      const failure = await failureOf(client().get(`${server.url}/final`, { subject: 'the registry' }))
      assert.equal(failure.code, code)
      assert.match(told(failure), new RegExp(`the registry .*${server.host}/final \\(${status} `))
      assert.match(told(failure), new RegExp(`GET ${server.url}/final without a token: ${status}`))
      assert.match(told(failure), /SLIPWAY_REGISTRY_TOKEN_127_0_0_1_\d+/)
      assert.equal(server.count('/final') - before, 1)
    }
  })

  test('end with the address where nobody listens', async () => {
    const gone = await FileServer.start()
    const { url } = gone
    await gone.stop()
    const failure = await failureOf(client().get(`${url}/x`))
    assert.equal(failure.code, 'install/unreachable')
    assert.match(failure.message, /no program listens there \(ECONNREFUSED\)/)
  })

  test('give up on a silent server', async () => {
    server.put('/silent', { silent: true })
    const failure = await failureOf(client({ settings: { silence: 50 } }).get(`${server.url}/silent`))
    assert.equal(failure.code, 'install/unreachable')
    assert.match(failure.message, /nothing has arrived for 0\.05 s/)
  })
})

test('give up on a small answer that never ends', async () => {
  server.put('/drip', { body: 'x'.repeat(100_000), pace: { bytes: 200, milliseconds: 20 } })
  const failure = await failureOf(client({ settings: { deadline: 200 } }).get(`${server.url}/drip`))
  assert.equal(failure.code, 'install/unreachable')
  assert.match(failure.message, /did not finish its answer within 0\.2 s/)
})

describe('addresses', () => {
  test('without TLS are allowed only on this machine, unless the settings allow more', async () => {
    const failure = await failureOf(client().get('http://registry.example/x'))
    assert.equal(failure.code, 'install/insecure-url')
    const allowed = await failureOf(client({ settings: { allowHttp: true } }).get('http://registry.example/x'))
    assert.equal(allowed.code, 'install/unreachable')
    assert.equal((await failureOf(client().get('ftp://127.0.0.1/x'))).code, 'install/insecure-url')
  })

  test('are followed through at most five redirects, and never to one without TLS', async () => {
    for (let hop = 0; hop < 7; hop++) server.put(`/hop${hop}`, { redirect: `/hop${hop + 1}` })
    server.put('/hop7', { body: 'there' })
    assert.equal((await client().get(`${server.url}/hop2`)).url, `${server.url}/hop7`)
    assert.match((await failureOf(client().get(`${server.url}/hop1`))).message, /more than 5 times/)
    server.put('/away', { redirect: 'http://registry.example/x' })
    assert.equal((await failureOf(client().get(`${server.url}/away`))).code, 'install/insecure-url')
  })

  test('are not asked while offline', async () => {
    const before = server.requests.length
    assert.equal((await failureOf(client({ isOffline: true }).get(`${server.url}/plain`))).code, 'install/offline')
    assert.equal(server.requests.length, before)
  })
})

describe('tokens', () => {
  const secret = 'sesame-opens-7'

  test('go to their host', async () => {
    server.put('/private', { body: 'x', authorization: `Bearer ${secret}` })
    const names = [
      variable(server.host),
      'SLIPWAY_REGISTRY_TOKEN_127_0_0_1',
      'TF_TOKEN_127_0_0_1',
      'TF_TOKEN_127.0.0.1',
    ]
    for (const name of names) {
      assert.equal((await client({ env: { [name]: secret } }).get(`${server.url}/private`)).status, 200)
    }
    const hosts = { ...defaultHosts, github: { web: server.url, api: server.url } }
    assert.equal((await client({ env: { GITHUB_TOKEN: secret }, hosts }).get(`${server.url}/private`)).status, 200)
    assert.equal(
      (await failureOf(client({ env: { GITHUB_TOKEN: secret } }).get(`${server.url}/private`))).code,
      'install/refused',
    )
  })

  test("are found in npm's and Docker's own files, and in an address", async () => {
    const home = mkdtempSync(join(folder, 'home-'))
    server.put('/npm/pkg', { body: 'x', authorization: `Bearer ${secret}` })
    writeFileSync(join(home, '.npmrc'), `//${server.host}/npm/:_authToken=\${NPM_SECRET}\n`)
    const npm = client({ env: { HOME: home, NPM_SECRET: secret } })
    assert.equal((await npm.get(`${server.url}/npm/pkg`)).status, 200)
    const login = Buffer.from('me:word').toString('base64')
    server.put('/v2/x', { body: 'x', authorization: `Basic ${login}` })
    writeFileSync(join(home, 'config.json'), JSON.stringify({ auths: { [server.host]: { auth: login } } }))
    assert.equal((await client({ env: { DOCKER_CONFIG: home } }).get(`${server.url}/v2/x`)).status, 200)
    assert.equal((await client().get(`http://me:word@${server.host}/v2/x`)).status, 200)
  })

  test('never cross a redirect to another host, nor come back after one', async () => {
    server.put('/start', { redirect: `${other.url}/middle` })
    other.put('/middle', { redirect: `${server.url}/end` })
    server.put('/end', { body: 'x' })
    const env = { SLIPWAY_REGISTRY_TOKEN_127_0_0_1: secret }
    await client({ env }).get(`${server.url}/start`)
    await client().get(`${server.url}/start`, { headers: { Authorization: `Bearer ${secret}` } })
    assert.deepEqual(sent(server, '/start'), [`Bearer ${secret}`, `Bearer ${secret}`])
    assert.deepEqual(sent(other, '/middle'), [undefined, undefined])
    assert.deepEqual(sent(server, '/end'), [undefined, undefined])
  })

  test('of hosts that differ in a dash and a dot are kept apart', async () => {
    const tokens = client({ env: { SLIPWAY_REGISTRY_TOKEN_A_B_LOCALHOST: secret } })
    await failureOf(tokens.get(`http://a-b.localhost:${server.port}/private`))
    assert.equal(server.requests.at(-1)?.headers.authorization, undefined)
  })

  test('that are refused are left out where none is needed', async () => {
    server.put('/public', { body: 'x', disdains: true })
    const env = { [variable(server.host)]: secret }
    assert.equal((await client({ env }).get(`${server.url}/public`)).body.toString(), 'x')
  })

  test('appear in no message', async () => {
    server.put('/closed', { authorization: 'Bearer something else' })
    const env = { [variable(server.host)]: secret }
    const failure = await failureOf(client({ env }).get(`${server.url}/closed?sig=${secret}`))
    assert.equal(failure.code, 'install/refused')
    assert.ok(!told(failure).includes(secret))
    assert.match(told(failure), new RegExp(`check the token of ${variable(server.host)}`))
    const inUrl = await failureOf(client().get(`http://me:${secret}@${server.host}/nothing`))
    assert.ok(!told(inUrl).includes(secret))
  })

  test('are suggested where a server allows no more requests', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1790000000' }
    server.put('/limited', { statuses: [403, 403], headers })
    const failure = await failureOf(client().get(`${server.url}/limited`))
    assert.match(told(failure), /refuses further requests from here until 2026-09-21.*\n.*a token allows more requests/)
    assert.equal(server.count('/limited'), 1)
  })
})

describe('a download', () => {
  test('is hashed on the way, with a length and in chunks', async () => {
    for (const route of [{}, { chunked: true }, { etag: '"1"' }, { headers: { 'content-encoding': 'gzip' } }]) {
      server.put('/file', { body: bytes, ...route })
      const file = newFile()
      assert.deepEqual(await client().download(`${server.url}/file`, file, {}), { sha256, size: bytes.length })
      assert.ok(readFileSync(file).equals(bytes))
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.endsWith('.from')),
        [],
      )
    }
  })

  test('of every small size has the right checksum', async () => {
    for (const size of [0, 1, 10, 65_536, 65_537]) {
      server.put('/sized', { body: bytes.subarray(0, size) })
      const got = await client().download(`${server.url}/sized`, newFile(), {})
      assert.equal(got.sha256, createHash('sha256').update(bytes.subarray(0, size)).digest('hex'))
    }
  })

  test('continues where the connection was lost, as often as it makes progress', async () => {
    const cuts = Array.from({ length: 9 }, () => 10_000)
    server.put('/cut', { body: bytes, etag: '"1"', cuts })
    const before = server.requests.length
    assert.equal((await client().download(`${server.url}/cut`, newFile(), {})).sha256, sha256)
    const asked = server.requests.slice(before)
    assert.equal(asked.length, 10)
    assert.equal(asked.at(-1)?.headers['if-range'], '"1"')
    assert.equal(asked.at(-1)?.headers.range, 'bytes=90000-')
  })

  test('starts anew where the server has no ranges, or no name for its content', async () => {
    for (const route of [{ ranges: false, etag: '"1"' }, {}, { etag: 'W/"1"' }, { chunked: true }]) {
      server.put('/anew', { body: bytes, cuts: [50_000], ...route })
      const file = newFile()
      assert.equal((await client().download(`${server.url}/anew`, file, {})).sha256, sha256)
      assert.ok(readFileSync(file).equals(bytes))
    }
  })

  test('continues in another process, unless the content has changed', async () => {
    const file = newFile()
    server.put('/again', { body: bytes, etag: '"1"', cuts: [30_000, 0, 0, 0, 0, 0] })
    assert.equal((await failureOf(client().download(`${server.url}/again`, file, {}))).code, 'install/unreachable')
    assert.equal(readFileSync(file).length, 30_000)
    server.put('/again', { body: bytes, etag: '"1"' })
    assert.equal((await client().download(`${server.url}/again`, file, {})).sha256, sha256)
    assert.equal(server.requests.at(-1)?.headers.range, 'bytes=30000-')

    const changed = newFile()
    server.put('/again', { body: 'z'.repeat(99_000), etag: '"0"', cuts: [30_000, 0, 0, 0, 0, 0] })
    await failureOf(client().download(`${server.url}/again`, changed, {}))
    server.put('/again', { body: bytes, etag: '"1"' })
    assert.equal((await client().download(`${server.url}/again`, changed, {})).sha256, sha256)
  })

  test('that was resumed and has the wrong checksum starts anew, once', async () => {
    const file = newFile()
    server.put('/wrong', { body: 'z'.repeat(100_000), cuts: [30_000, 0, 0, 0, 0, 0] })
    await failureOf(client().download(`${server.url}/wrong`, file, { sha256 }))
    server.put('/wrong', { body: bytes })
    assert.equal((await client().download(`${server.url}/wrong`, file, { sha256 })).sha256, sha256)
    assert.ok(readFileSync(file).equals(bytes))
  })

  test('that was finished is validated and not fetched again', async () => {
    server.put('/done', { body: bytes, etag: '"1"', announced: bytes.length + 1, cuts: [bytes.length] })
    assert.equal((await client().download(`${server.url}/done`, newFile(), {})).sha256, sha256)
    assert.equal(server.count('/done'), 2)
    assert.equal(server.requests.at(-1)?.headers.range, `bytes=${bytes.length}-`)
  })

  test('notices a false length', async () => {
    server.put('/more', { body: bytes, announced: 200_000 })
    const more = await failureOf(client({ settings: { silence: 50 } }).download(`${server.url}/more`, newFile(), {}))
    assert.equal(more.code, 'install/unreachable')
    server.put('/fewer', { body: bytes, announced: 50_000 })
    assert.equal((await client().download(`${server.url}/fewer`, newFile(), {})).size, 50_000)
    const fewer = await failureOf(client().download(`${server.url}/fewer`, newFile(), { size: bytes.length }))
    assert.equal(fewer.code, 'install/bad-answer')
    assert.match(fewer.message, /it has 50000 bytes, not 100000 as announced/)
  })

  test('has a maximum size, announced or not', async () => {
    server.put('/huge', { body: bytes })
    server.put('/endless', { body: bytes, chunked: true })
    for (const path of ['/huge', '/endless']) {
      const file = newFile()
      const failure = await failureOf(client().download(`${server.url}${path}`, file, { limit: 9999 }))
      assert.equal(failure.code, 'install/bad-answer')
      assert.ok(!existsSync(file))
    }
  })

  test('may be slow as long as data arrives', async () => {
    server.put('/slow', { body: bytes, pace: { bytes: 10_000, milliseconds: 30 } })
    const seen: (readonly [number, number | undefined])[] = []
    const got = await client({ settings: { silence: 200 } }).download(`${server.url}/slow`, newFile(), {
      progress: (...numbers) => seen.push(numbers),
    })
    assert.equal(got.sha256, sha256)
    assert.deepEqual(seen.at(-1), [bytes.length, bytes.length])
  })

  test('that is cancelled leaves a part that can be resumed, or nothing', async () => {
    for (const etag of ['"1"', undefined]) {
      const stop = new AbortController()
      const file = newFile()
      server.put('/stopped', {
        body: bytes,
        pace: { bytes: 10_000, milliseconds: 30 },
        ...(etag !== undefined && { etag }),
      })
      const work = client({ signal: stop.signal }).download(`${server.url}/stopped`, file, {
        progress: (got) => {
          if (got >= 20_000) stop.abort(new Error('told to stop'))
        },
      })
      await assert.rejects(work, /told to stop/)
      assert.equal(existsSync(file), etag !== undefined)
      assert.equal(existsSync(`${file}.from`), etag !== undefined)
    }
  })
})
