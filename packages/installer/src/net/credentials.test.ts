import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { FileServer } from '../testing/servers/file-server.ts'
import { createHttpClient, type NetSettings } from './create-http-client.ts'
import type { HttpClient } from './http-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-credentials-'))
const server = await FileServer.start()
const { signal } = new AbortController()
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

type Env = Readonly<Record<string, string>>

function client(env: Env, settings: NetSettings = {}): HttpClient {
  return createHttpClient({ env, signal, settings })
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Failure, String(error))
  return error
}

function told({ message, hint = '', details }: Failure): string {
  return [message, ...details, hint].join('\n')
}

/** Returns the environment of a user whose Docker has this configuration and a credential helper. */
function docker(config: object, helper = ''): Env {
  const home = mkdtempSync(join(folder, 'home-'))
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  const script = `#!/bin/sh\necho "$@ $(cat) $SLIPWAY_SECRET" >> ${home}/asked\n${helper}\n`
  writeFileSync(join(home, 'bin/docker-credential-box'), script, { mode: 0o755 })
  return { DOCKER_CONFIG: home, PATH: `${home}/bin:${process.env['PATH']}`, HOME: home, SLIPWAY_SECRET: 'own' }
}

const keeps = `echo '{"ServerURL":"x","Username":"me","Secret":"sesame"}'`
const login = `Basic ${Buffer.from('me:sesame').toString('base64')}`
const asked = (env: Env): string => readFileSync(join(env['HOME'] ?? '', 'asked'), 'utf8')

describe('a credential helper of Docker', () => {
  for (const [setting, config] of [
    ['credHelpers', { credHelpers: { [server.host]: 'box' } }],
    ['credsStore', { credsStore: 'box' }],
  ] as const)
    test(`is found by ${setting}, for the registry named on its standard input, once`, async () => {
      const env = docker(config, keeps)
      server.put('/v2/x', { body: 'x', authorization: login })
      const http = client(env)
      for (let round = 0; round < 2; round++)
        assert.equal((await http.get(`${server.url}/v2/x`, { registry: server.host })).status, 200)
      assert.equal(asked(env), `get ${server.host} \n`)
    })

  test('is not called unless a container registry is asked', async () => {
    const env = docker({ credsStore: 'box' }, keeps)
    server.put('/v2/x', { authorization: login })
    assert.equal((await failureOf(client(env).get(`${server.url}/v2/x`))).code, 'install/refused')
    assert.throws(() => asked(env))
  })

  test("is called with its own name for Docker's registry", async () => {
    const env = docker({ credsStore: 'box' }, keeps)
    server.put('/token', { body: 'x', authorization: login })
    await client(env).get(`${server.url}/token`, { registry: 'registry-1.docker.io' })
    assert.equal(asked(env), 'get https://index.docker.io/v1/ \n')
  })

  test('is not found by a relative path in the user’s folder', async () => {
    const env = docker({ credsStore: 'box' }, keeps)
    server.put('/v2/x', { authorization: login })
    const before = process.cwd()
    process.chdir(env['HOME'] ?? '')
    try {
      const http = client({ ...env, PATH: 'bin:/bin' })
      await failureOf(http.get(`${server.url}/v2/x`, { registry: server.host }))
    } finally {
      process.chdir(before)
    }
    assert.throws(() => asked(env))
  })

  test('without an entry does not count: the token in the file does', async () => {
    const auths = { [server.host]: { auth: login.slice('Basic '.length) } }
    const env = docker({ credsStore: 'box', auths }, 'echo credentials not found in native keychain; exit 1')
    server.put('/v2/x', { body: 'x', authorization: login })
    assert.equal((await client(env).get(`${server.url}/v2/x`, { registry: server.host })).status, 200)
  })

  for (const [what, name, helper, reason] of [
    ['is not there', 'nobody', '', /docker-credential-nobody gives no password for .*no such file/],
    ['fails', 'box', 'echo sesame >&2; exit 3', /docker-credential-box gives no password for .*ended with code 3/],
    ['says no JSON', 'box', 'echo sesame', /docker-credential-box does not answer with JSON/],
    ['says too much', 'box', 'yes sesame', /docker-credential-box gives no password/],
    ['has a name that leads elsewhere', '../box', keeps, /"\.\.\/box", which is not a credential helper/],
    ['has a token to buy others with', 'box', keeps.replace('"me"', '"<token>"'), /identity token/],
  ] as const)
    test(`is named when the registry refuses and the helper ${what}, but its output is not shown`, async () => {
      const env = docker({ credsStore: name }, helper)
      server.put('/v2/x', { authorization: login })
      server.put('/v2/public', { body: 'x' })
      const http = client(env)
      assert.equal((await http.get(`${server.url}/v2/public`, { registry: server.host })).status, 200)
      const failure = await failureOf(http.get(`${server.url}/v2/x`, { registry: server.host }))
      assert.match(told(failure), reason)
      assert.doesNotMatch(told(failure), /sesame/)
    })
})

describe('npm keeps in its file', () => {
  for (const [what, line, expected] of [
    ['a token', '_authToken=abc', 'Bearer abc'],
    ['a name and a password in one', `_auth=${login.slice('Basic '.length)}`, login],
    ['a name and a password', `username=me\n//HOST/:_password=${Buffer.from('sesame').toString('base64')}`, login],
  ] as const)
    test(`${what}, for the registry that stands before it`, async () => {
      const home = mkdtempSync(join(folder, 'home-'))
      writeFileSync(join(home, '.npmrc'), `//HOST/:${line}\n`.replaceAll('HOST', server.host))
      server.put('/pkg', { body: 'x', authorization: expected })
      assert.equal((await client({ HOME: home }).get(`${server.url}/pkg`)).status, 200)
    })

  test('no credentials that apply to any host', async () => {
    const home = mkdtempSync(join(folder, 'home-'))
    writeFileSync(join(home, '.npmrc'), `_authToken=abc\n_auth=abc\n`)
    server.put('/pkg', { authorization: 'Bearer abc' })
    await failureOf(client({ HOME: home }).get(`${server.url}/pkg`))
    assert.equal(server.requests.at(-1)?.headers.authorization, undefined)
  })
})

describe('over http', () => {
  // This address is this machine, although its name does not say so.
  const far = server.url.replace('127.0.0.1', '0.0.0.0')
  const env = { SLIPWAY_REGISTRY_TOKEN_0_0_0_0: 'sesame' }

  test('no token leaves this machine, even where http is allowed', async () => {
    server.put('/private', { authorization: 'Bearer sesame' })
    const failure = await failureOf(client(env, { allowHttp: true }).get(`${far}/private`))
    assert.equal(failure.code, 'install/refused')
    assert.match(
      told(failure),
      /SLIPWAY_REGISTRY_TOKEN_0_0_0_0 is not sent over http: add 0\.0\.0\.0:\d+ to plugins\.httpTokens/,
    )
    await failureOf(client({}, { allowHttp: true }).get(`${far.replace('//', '//me:sesame@')}/private`))
    await failureOf(client({}, { allowHttp: true }).get(`${far}/private`, { headers: { authorization: 'Bearer x' } }))
    for (const { headers } of server.requests.slice(-3)) assert.equal(headers.authorization, undefined)
  })

  test('a host that the user names gets its token', async () => {
    server.put('/private', { body: 'x', authorization: 'Bearer sesame' })
    for (const host of ['0.0.0.0', new URL(far).host])
      assert.equal((await client(env, { allowHttp: true, httpTokens: [host] }).get(`${far}/private`)).status, 200)
  })
})
