/** The plugin slipway/postgres as its users have it: a blueprint, the real command, a real server. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { missing, startServer, type Server } from '../../plugins/postgres/src/testing.ts'

const workspace = join(import.meta.dirname, '../..')
const slipwayFile = join(workspace, 'node_modules/.bin/slipway')

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
    const env = { ...process.env, PGURL: server.url, SLIPWAY_VAR_password: 'quite secret', XDG_CONFIG_HOME: folder }
    const { status, stdout, stderr } = spawnSync(slipwayFile, args, { cwd: folder, encoding: 'utf8', env })
    assert.equal(status, code, `slipway ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout + stderr
  }

  const asApp = (statement: string) => server.query<object>(statement, { user: 'app', database: 'shop' })

  test('a role may use the tables that it is linked to as far as it says, and no secret is shown', async () => {
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

  test('takes in a database under the id that it has, and no role that it cannot know again', async () => {
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

  test('takes in, and writes down, what was in the way of a create', async () => {
    await server.query('CREATE DATABASE held')
    const file = join(folder, 'held.blueprint.yaml')
    writeFileSync(file, 'version: 2025-11-02\nresources: { held: { type: postgres/database, spec: { name: held } } }\n')
    const id = /slipway import with the id (\d+)/.exec(ends(1, 'up', file, '--yes'))?.[1] ?? ''
    assert.match(slipway('import', 'held', id, file, '--out', 'held.yaml'), /held\.yaml has what a blueprint would say/)
    assert.match(readFileSync(join(folder, 'held.yaml'), 'utf8'), /type: "?postgres\/database"?/)
    assert.match(slipway('up', file, '--yes'), /Nothing to do|held is up/)
    assert.match(slipway('state', 'list', file), /^held +postgres\/database +\w+$/m)
    slipway('destroy', file, '--yes')
    assert.deepEqual(await server.query('SELECT FROM pg_database WHERE datname = $$held$$'), [])
  })

  test('a grant leaves a role what somebody else gave it, also when the failed run is taken back', async () => {
    await server.query('CREATE ROLE theirs')
    await server.query('CREATE TABLE their (id int)')
    await server.query('GRANT SELECT, INSERT, DELETE ON their TO theirs')
    const theirs = await server.privileges('their', 'theirs')
    const file = join(folder, 'their.blueprint.yaml')
    const spec = '{ database: postgres, role: theirs, table: their, privileges: [SELECT] }'
    writeFileSync(file, `version: 2025-11-02\nresources: { g: { type: postgres/grant, spec: ${spec} } }\n`)
    const said = ends(1, 'up', file, '--yes', '--rollback')
    assert.match(said, /the role theirs has privileges on the table public\.their already: INSERT, DELETE/)
    assert.deepEqual(await server.privileges('their', 'theirs'), theirs)
    slipway('destroy', file, '--yes')
    assert.deepEqual(await server.privileges('their', 'theirs'), theirs)
  })

  test('passes what every plugin must do, with things made for real', () => {
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
