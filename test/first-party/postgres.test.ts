/** The plugin slipway/postgres as its users use it: a blueprint, the real command, a real server. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { describe, test } from '../cases.ts'
import { runNow } from '../ledger/command.ts'
import { missing, startServer, type Server } from '../../plugins/postgres/src/testing.ts'

const workspace = join(import.meta.dirname, '../..')

const blueprint = (access: string, extra = '') => `
version: 2025-11-02
variables:
  password: { type: string, secret: true }
resources:
  shop: { type: postgres/database, spec: { name: shop } }
  app:
    type: postgres/role
    linkSelector: { byLabel: { of: shop } }
    metadata: { annotations: { postgres.access: ${access} } }
    spec: { name: app, password: "\${variables.password}" }
  orders:
    type: postgres/table
    metadata: { labels: { of: shop } }
    spec:
      database: "\${resources.shop.spec.name}"
      name: orders
      columns: [{ name: id, type: bigint, nullable: false }, { name: note, type: text }${extra}]
      primaryKey: [id]
`

const importing = (id: string) => `
version: 2025-11-02
metadata: { slipway: { import: [{ to: old, id: "${id}" }] } }
resources:
  old: { type: postgres/database, spec: { name: old } }
  admin: { type: postgres/role, spec: { name: admin } }
`

/** @param size a third column, or nothing */
const wares = (size: string) => `version: 2025-11-02
variables: { password: { type: string, secret: true } }
resources:
  wares: { type: postgres/database, spec: { name: wares } }
  clerk: { type: postgres/role, spec: { name: clerk, password: "\${variables.password}" } }
  goods:
    type: postgres/table
    dependsOn: wares
    spec:
      database: wares
      name: goods
      columns: [{ name: id, type: bigint, nullable: false }, { name: note, type: text }${size}]
      primaryKey: [id]
  reads:
    type: postgres/grant
    dependsOn: [goods, clerk]
    spec: { database: wares, role: clerk, table: goods, privileges: [SELECT, INSERT] }
`

describe('slipway/postgres', { skip: missing }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-first-party-')))
  let server: Server
  before(async () => {
    server = await startServer()
    writeFileSync(join(folder, 'slipway.config.yaml'), 'providers: { postgres: { url: "env:PGURL" } }\n')
  })
  after(async () => {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const slipway = (...args: readonly string[]): string => ends(0, ...args)

  function ends(code: number, ...args: readonly string[]): string {
    const env = {
      ...process.env,
      PGURL: server.url,
      SLIPWAY_VAR_password: 'quite secret',
      XDG_CONFIG_HOME: folder,
      SLIPWAY_TRUST: '1',
    }
    const { code: ended, stdout, stderr } = runNow({ folder, env }, ...args)
    assert.equal(ended, code, `slipway ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout + stderr
  }

  const asApp = (statement: string) => server.query<object>(statement, { user: 'app', database: 'shop' })

  test('gives a role its declared rights on linked tables, and shows no secret', async () => {
    const file = join(folder, 'shop.blueprint.yaml')
    writeFileSync(file, blueprint('read'))
    assert.doesNotMatch(slipway('up', '--yes'), /quite secret/)
    assert.deepEqual(await asApp('SELECT * FROM orders'), [])
    await assert.rejects(asApp('INSERT INTO orders VALUES (1)'), /permission denied for table orders/)
    assert.match(slipway('plan', '--refresh'), /nothing to do|up to date|No changes/i)

    writeFileSync(file, blueprint('write', ', { name: size, type: int }'))
    slipway('up', '--yes')
    assert.deepEqual(await asApp('INSERT INTO orders VALUES (1, $$tea$$, 7) RETURNING note, size'), [
      { note: 'tea', size: 7 },
    ])
    assert.match(slipway('plan', '--refresh'), /nothing to do|up to date|No changes/i)
    slipway('destroy', '--yes')
    await assert.rejects(asApp('SELECT 1'), /does not exist/)
  })

  test('imports a database by its id, and a role only by its name', async () => {
    await server.query('CREATE DATABASE old')
    await server.query('CREATE ROLE admin')
    const [database] = await server.query<{ oid: number }>('SELECT oid::int FROM pg_database WHERE datname = $$old$$')
    const [role] = await server.query<{ oid: number }>('SELECT oid::int FROM pg_roles WHERE rolname = $$admin$$')
    const [file, id] = [join(folder, 'old.blueprint.yaml'), `${database?.oid}`]
    writeFileSync(file, importing('1'))
    assert.match(ends(1, 'up', file, '--yes'), /old cannot be imported: its provider finds no id "1"/)
    assert.match(ends(1, 'import', 'old', '1', file), /finds no oid/)
    writeFileSync(file, importing(id))
    assert.match(ends(1, 'import', 'admin', `${role?.oid}`, file), /finds no oid/)
    assert.match(slipway('up', file, '--yes', '--target', 'old'), /imported/)
    slipway('destroy', file, '--yes')
    assert.deepEqual(await server.query('SELECT FROM pg_database WHERE datname = $$old$$'), [])
    assert.equal((await server.query('SELECT FROM pg_roles WHERE rolname = $$admin$$')).length, 1)
  })

  test('imports an existing object that blocked a create, and writes its fragment', async () => {
    await server.query('CREATE DATABASE held')
    const file = join(folder, 'held.blueprint.yaml')
    writeFileSync(file, 'version: 2025-11-02\nresources: { held: { type: postgres/database, spec: { name: held } } }\n')
    const id = /slipway import with the id (\d+)/.exec(ends(1, 'up', file, '--yes'))?.[1] ?? ''
    assert.match(
      slipway('import', 'held', id, file, '--out', 'held.yaml'),
      /held\.yaml has the resource as blueprint text/,
    )
    assert.match(readFileSync(join(folder, 'held.yaml'), 'utf8'), /type: "?postgres\/database"?/)
    assert.match(slipway('up', file, '--yes'), /Nothing to do|held is up/)
    assert.match(slipway('state', 'list', file), /^held +postgres\/database +\w+$/m)
    slipway('destroy', file, '--yes')
    assert.deepEqual(await server.query('SELECT FROM pg_database WHERE datname = $$held$$'), [])
  })

  test('lists and imports existing objects by name, and shows a dropped column as a loss', async () => {
    for (const statement of ['CREATE DATABASE wares', 'CREATE ROLE clerk LOGIN', 'CREATE ROLE other'])
      await server.query(statement)
    const inWares = { database: 'wares' }
    for (const statement of [
      'CREATE TABLE goods (id bigint NOT NULL PRIMARY KEY, note text, size int)',
      "INSERT INTO goods VALUES (1, 'tea', 7)",
      'GRANT SELECT, INSERT ON goods TO clerk',
    ])
      await server.query(statement, inWares)
    const file = join(folder, 'wares.blueprint.yaml')
    writeFileSync(file, wares(', { name: size, type: int }'))
    const listed = (type: string, ...more: string[]) => slipway('import', '--list', type, ...more)
    assert.match(listed('postgres/database'), /^wares +owned by test$/m)
    assert.match(listed('postgres/role'), /^clerk +may connect$/m)
    // The URL names another database.
    assert.match(listed('postgres/table'), /^wares\.public\.goods +owned by test$/m)
    assert.match(listed('postgres/grant'), /^clerk on wares\.public\.goods +INSERT, SELECT$/m)
    assert.equal(listed('postgres/table', '--query', 'database=postgres').includes('goods'), false)
    assert.match(listed('postgres/table', '--query', 'database=wares'), /^wares\.public\.goods +owned by test$/m)
    assert.match(
      listed('postgres/grant', '--query', 'database=wares'),
      /^clerk on wares\.public\.goods +INSERT, SELECT$/m,
    )
    assert.match(listed('postgres/role', '--limit', '1'), /there may be more than these 1/)

    assert.match(ends(1, 'import', 'clerk', 'other', file), /finds no oid "other" for clerk/)
    assert.match(ends(1, 'import', 'goods', 'wares.secret.goods', file), /finds no oid/)
    for (const [name, id] of [
      ['wares', 'wares'],
      ['clerk', 'clerk'],
      ['goods', 'wares.public.goods'],
      ['reads', 'clerk on public.goods'],
    ] as const)
      assert.match(slipway('import', name, id, file), new RegExp(`^${name} .* is a resource of wares now`, 'm'))
    assert.match(ends(1, 'import', 'goods', 'goods', file), /already recorded/)

    // The password cannot be read, so it is set; everything else is as in the blueprint.
    const first = slipway('plan', file)
    assert.match(first, /~ clerk \(postgres\/role\) will be updated in place\n +~ password: \(secret\) -> /)
    assert.match(first, /Plan for wares: 1 to update, 3 unchanged/)
    slipway('up', file, '--yes')
    assert.match(slipway('plan', file, '--refresh'), /Nothing to do/)

    writeFileSync(file, wares(''))
    assert.match(slipway('plan', file), /^ +- columns\[\d\]: \{ name: "size", .*\} {2}# its data is lost$/m)
    slipway('up', file, '--yes')
    assert.deepEqual(await server.query('SELECT * FROM goods', inWares), [{ id: '1', note: 'tea' }])
    slipway('destroy', file, '--yes')
    assert.deepEqual(await server.query("SELECT FROM pg_database WHERE datname = 'wares'"), [])
    assert.deepEqual(await server.query("SELECT FROM pg_roles WHERE rolname = 'clerk'"), [])
    assert.equal((await server.query("SELECT FROM pg_roles WHERE rolname = 'other'")).length, 1)
  })

  test('keeps rights that somebody else granted, even after a rollback', async () => {
    await server.query('CREATE ROLE theirs')
    await server.query('CREATE TABLE their (id int)')
    await server.query('GRANT SELECT, INSERT, DELETE ON their TO theirs')
    const theirs = await server.privileges('their', 'theirs')
    const file = join(folder, 'their.blueprint.yaml')
    const spec = '{ database: postgres, role: theirs, table: their, privileges: [SELECT] }'
    writeFileSync(file, `version: 2025-11-02\nresources: { g: { type: postgres/grant, spec: ${spec} } }\n`)
    const said = ends(1, 'up', file, '--yes', '--rollback')
    assert.match(said, /the role theirs already has privileges on the table public\.their: INSERT, DELETE/)
    assert.deepEqual(await server.privileges('their', 'theirs'), theirs)
    slipway('destroy', file, '--yes')
    assert.deepEqual(await server.privileges('their', 'theirs'), theirs)
  })

  test('passes the test of every plugin with real objects', () => {
    writeFileSync(
      join(folder, 'exercises.yaml'),
      `config: { url: "${server.url}" }
exercises:
  - type: postgres/role
    spec: { name: tester }
    update: { name: tester, login: false }
  - type: postgres/database
    spec: { name: tests }
  - type: postgres/table
    spec: { database: postgres, name: tests, columns: [{ name: a, type: int }] }
    update: { database: postgres, name: tests, columns: [{ name: a, type: bigint }, { name: b, type: text }] }
  - type: postgres/grant
    spec: { database: postgres, role: pg_monitor, schema: pg_catalog, table: pg_class, privileges: [SELECT] }
    update: { database: postgres, role: pg_monitor, schema: pg_catalog, table: pg_class, privileges: [SELECT, INSERT] }
  - type: postgres/role
    spec: { name: pg_monitor }
    fails: BAD_INPUT
  - type: postgres/table
    spec: { database: postgres, name: bad, columns: [{ name: a, type: nonsense }] }
    fails: BAD_INPUT
links:
  - type: postgres/role::postgres/table
    a: { name: linked }
    b: { database: postgres, name: linked, columns: [{ name: a, type: int }] }
    annotations: { postgres.access: write }
    expect: { privileges: [DELETE, SELECT, INSERT, UPDATE] }
`,
    )
    const plugin = join(workspace, 'packages/slipway/dist/plugins/providers/slipway/postgres/0.1.0')
    assert.doesNotMatch(slipway('plugin', 'test', plugin, '--exercises', 'exercises.yaml'), /^(FAIL|weak)/m)
  })
})
