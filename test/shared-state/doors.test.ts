import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import type { Failure } from '@slipway/model'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import { parseAddress } from '../../packages/stores/src/postgres/address.ts'
import { Machine, sql } from './database.ts'

const skip = missing('postgres')
const server = skip === false ? await startServer('postgres') : { port: 0, remove: async () => {} }
const folder = mkdtempSync(join(tmpdir(), 'slipway-doors-'))
const machine = new Machine()
after(async () => {
  machine.remove()
  rmSync(folder, { recursive: true })
  await server.remove()
})

const password = 'open:sesame\\1'

/** Changes a setting. Resolves when new connections use it. */
async function set(setting: string, value: string): Promise<void> {
  await sql(server, `ALTER SYSTEM SET ${setting} = '${value}'`)
  await sql(server, 'SELECT pg_reload_conf()')
  for (let tries = 0; tries < 500; tries++) {
    const [row] = await sql(server, `SHOW ${setting}`)
    if (row?.[setting] === value) return
  }
  throw new Error(`${setting} is not ${value}`)
}

/** Makes a file in the folder of the server's data. */
async function put(name: string, lines: readonly string[]): Promise<void> {
  const [row] = await sql(server, "SELECT current_setting('data_directory') AS data")
  const path = join(String(row?.['data']), name)
  const all = lines.map((line) => `'${line}'`).join(', ')
  await sql(server, `COPY (SELECT unnest(ARRAY[${all}])) TO PROGRAM 'cat >${path}; chmod 600 ${path}'`)
}

/** Gives the server a certificate for this host. */
async function certify(host: string): Promise<void> {
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  await put(`${host}.key`, readFileSync(key, 'utf8').trim().split('\n'))
  await put(`${host}.crt`, readFileSync(certificate, 'utf8').trim().split('\n'))
  await sql(server, `ALTER SYSTEM SET ssl_key_file = '${host}.key'`)
  await set('ssl_cert_file', `${host}.crt`)
}

test('a password is read from its three places, and never shown in an error', { skip }, async () => {
  await sql(server, `CREATE USER guarded PASSWORD '${password}'`)
  await sql(server, 'GRANT CREATE ON DATABASE postgres TO guarded')
  await put('pg_hba.conf', ['host all test 127.0.0.1/32 trust', 'host all guarded 127.0.0.1/32 scram-sha-256'])
  await certify('db.example.com')
  await set('ssl', 'on')
  const address = parseAddress(`postgres://guarded@127.0.0.1:${server.port}/postgres`)
  const [file, pgpass] = [join(folder, 'password'), join(folder, '.pgpass')]
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  writeFileSync(
    pgpass,
    ['# ours', '*:1:*:*:wrong', `127.0.0.1:*:postgres:guarded:${password.replaceAll('\\', '\\\\')}`].join('\n'),
    { mode: 0o600 },
  )
  const open = async (env: NodeJS.ProcessEnv, home = ''): Promise<void> => {
    const store = await machine.store(address, { places: { env, home } })
    await store.close()
  }
  await open({ SLIPWAY_STATE_PASSWORD_FILE: file, PGPASSWORD: 'wrong' })
  await open({ PGPASSWORD: password })
  await open({ PGPASSFILE: pgpass })
  await open({}, folder)
  for (const env of [{ PGPASSWORD: 'canary-1234' }, {}]) {
    const error: unknown = await open(env).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.match(inspect(error), /state\/access-denied/)
    assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /canary-1234/)
  }
  await assert.rejects(open({}), ({ code, message, details }: Failure) => {
    assert.equal(code, 'state/access-denied')
    assert.match(message, /asks for a password, and none was found$/)
    assert.match(
      details.join(),
      /SLIPWAY_STATE_PASSWORD_FILE names, in PGPASSWORD, and .* PGPASSFILE names, or ~\/\.pgpass/,
    )
    return true
  })
  chmodSync(file, 0o644)
  await assert.rejects(open({ SLIPWAY_STATE_PASSWORD_FILE: file }), {
    code: 'state/bad-password-file',
    message: /chmod 600/,
  })
  await assert.rejects(open({ SLIPWAY_STATE_PASSWORD_FILE: folder }), { code: 'state/bad-password-file' })
})

function url(host: string, more = ''): string {
  return `postgres://guarded@${host}:${server.port}/postgres${more}`
}

async function openAt(text: string): Promise<void> {
  const store = await machine.store(parseAddress(text), { places: { env: { PGPASSWORD: password }, home: '' } })
  await store.close()
}

test('a server is trusted only with a certificate for its name from a trusted authority', { skip }, async () => {
  const authority = `sslrootcert=${encodeURIComponent(join(folder, 'server.crt'))}`
  // The certificate is for another name, but comes from a trusted authority.
  await assert.rejects(openAt(url('127.0.0.1', `?${authority}`)), {
    code: 'state/unreachable',
    message: /certificate is not trusted/,
  })
  await assert.rejects(openAt(url('localhost', `?${authority}`)), {
    code: 'state/unreachable',
    message: /certificate is not trusted/,
  })
  await certify('localhost')
  await openAt(url('localhost', `?${authority}`))
  await assert.rejects(openAt(url('127.0.0.1', `?${authority}`)), { code: 'state/unreachable' })
  await assert.rejects(openAt(url('localhost', '?sslmode=verify-full')), {
    code: 'state/unreachable',
    message: /certificate is not trusted/,
  })
  await set('ssl', 'off')
  await assert.rejects(openAt(url('localhost', `?${authority}`)), {
    code: 'state/unreachable',
    hint: /switch TLS on/,
  })
  await assert.rejects(openAt(url('localhost', '?sslrootcert=/nowhere')), { code: 'state/bad-url' })
})
