import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { isDatabaseUrl, parseAddress, placeKey } from './address.ts'

test('an address names the place of a state, and is shown without anything else', () => {
  const { text, ...address } = parseAddress('postgres://ada@db.example.com/infra?schema=shop')
  assert.deepEqual(address, {
    host: 'db.example.com',
    port: 5432,
    database: 'infra',
    user: 'ada',
    schema: 'shop',
    tls: {},
  })
  assert.equal(text, 'postgres://ada@db.example.com/infra?schema=shop')
  const shown: readonly (readonly [given: string, shown: string])[] = [
    ['postgresql://db.example.com:5433/a%20b', 'postgres://db.example.com:5433/a%20b'],
    ['postgres:///infra?host=/var/run/postgresql', 'postgres:///infra?host=/var/run/postgresql'],
    ['postgres://ada@[::1]/infra?sslmode=disable', 'postgres://ada@[::1]/infra'],
  ]
  for (const [given, as] of shown) assert.equal(parseAddress(given).text, as)
})

function isOn(text: string): boolean {
  return parseAddress(text).tls !== undefined
}

test('TLS is off only on this machine', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]']) assert.equal(isOn(`postgres://${host}/d`), false)
  assert.equal(isOn('postgres:///d?host=/run'), false)
  for (const host of ['db', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', '[::2]'])
    assert.equal(isOn(`postgres://${host}/d`), true)
  assert.equal(isOn('postgres://localhost/d?sslmode=verify-full'), true)
})

test('one place has one key, in any spelling', () => {
  const [one, same] = ['postgres://ada@DB/infra', 'postgresql://bob@db:5432/infra?schema=slipway'].map(parseAddress)
  assert.equal(one && placeKey(one), same && placeKey(same))
})

const refused: readonly (readonly [url: string, why: RegExp])[] = [
  ['postgres://ada:canary@db/infra', /a password in it/],
  ['postgres://:canary@db/infra', /a password in it/],
  ['postgres://db/infra?password=canary', /a password in it/],
  ['postgres://ada:can/ary@db/infra', /cannot be read/],
  ['postgres://db/infra#canary', /a fragment/],
  ['postgres://db', /no database/],
  ['postgres:///infra', /no host/],
  ['postgres://db/infra?host=/run', /a host twice/],
  ['postgres:///infra?host=run', /absolute folder/],
  ['postgres://db/infra?sslmode=disable', /switches TLS off/],
  ['postgres://db/infra?sslmode=require', /does not verify/],
  ['postgres://localhost/infra?sslmode=prefer', /does not verify/],
  ['postgres://db/infra?shcema=shop', /the parameter "shcema"/],
  ['postgres://db/infra?schema=a&schema=b', /schema twice/],
  ['postgres://db/infra?schema=pg_catalog', /not a lower-case SQL name/],
  ["postgres://db/infra?schema=a';DROP", /not a lower-case SQL name/],
  ['postgres://db/infra?schema=', /not a lower-case SQL name/],
  ['postgres://db:99999/infra', /cannot be read/],
  ['postgres://db/%zz', /a % without a code/],
  [`postgres://db/${'a'.repeat(64)}`, /more than 63 bytes/],
  ['postgres://db/a%00b', /control characters/],
  ['mysql://ada:canary@db/infra', /no state can be kept in mysql:\/\//],
]

for (const [url, why] of refused)
  test(`${url.slice(0, 60)} is refused, and not shown`, () => {
    assert.throws(
      () => parseAddress(url),
      (error: unknown) => {
        assert.match(inspect(error), why)
        assert.match(inspect(error), /state\/bad-url/)
        assert.doesNotMatch(inspect(error, { depth: 9 }).replaceAll(/at .*/g, ''), /canary/)
        return true
      },
    )
  })

test('a folder is no address', () => {
  for (const folder of ['', 'state', '/srv/state', './postgres:/x', 'C:\\state'])
    assert.equal(isDatabaseUrl(folder), false)
  for (const url of ['postgres://db/infra', 'S3://bucket', 'mysql://x']) assert.equal(isDatabaseUrl(url), true)
})
