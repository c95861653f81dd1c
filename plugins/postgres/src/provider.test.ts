import { describe, test } from '../../../test/cases.ts'
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { failureOf, trial } from '@slipway/sdk/testing'
import { provider } from './provider.ts'
import { missing, startServer, type Server } from './testing.ts'

describe('PostgreSQL', { skip: missing }, () => {
  let server: Server
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())

  const fresh = (type: string, resourceId = `${type} 1`) =>
    trial(provider, `postgres/${type}`, { resourceId, config: { url: server.url } })

  const query = <Row>(statement: string): Promise<Row[]> => server.query<Row>(statement)

  test('a role is made with a password that the server keeps as a verifier, changed, and dropped', async () => {
    const it = fresh('role')
    const made = await it.create({ name: 'app', password: 'sécret', connections: 3 })
    assert.deepEqual({ ...(await it.read(made)) }, { ...made, password: made['password'] })
    const [{ rolpassword } = { rolpassword: '' }] = await query<{ rolpassword: string }>(
      `SELECT rolpassword FROM pg_authid WHERE rolname = 'app'`,
    )
    assert.match(rolpassword, /^SCRAM-SHA-256\$4096:/)
    const changed = await it.update(made, { name: 'app', login: false })
    assert.deepEqual([(await it.read(changed))?.['login'], changed['oid']], [false, made['oid']])
    await it.destroy(changed)
    assert.equal(await it.read(changed), undefined)
    await it.destroy(changed)
  })

  test('a change of a role leaves a password and login that were set by hand', async () => {
    const it = fresh('role', 'by-hand')
    const kept = async () =>
      (
        await query<{ at: string }>(
          `SELECT concat_ws(' ', rolcanlogin, rolconnlimit, rolpassword) AS at FROM pg_authid WHERE rolname = 'by_hand'`,
        )
      )[0]?.at
    const made = await it.create({ name: 'by_hand' })
    await query(`ALTER ROLE by_hand NOLOGIN PASSWORD 'by hand'`)
    const changed = await it.update(made, { name: 'by_hand', connections: 5 })
    assert.match((await kept()) ?? '', /^f 5 SCRAM/)
    const own = await it.update(changed, { name: 'by_hand', connections: 5, password: 'own' })
    await query(`ALTER ROLE by_hand PASSWORD NULL`)
    assert.deepEqual(await it.update(own, { name: 'by_hand', connections: 5, password: 'own' }), own)
    assert.equal(await kept(), 'f 5')
    await it.update(own, { name: 'by_hand', connections: 5, password: 'own' }, 'update-interrupted')
    assert.match((await kept()) ?? '', /^t 5 SCRAM/)
    await it.update(own, { name: 'by_hand', connections: 5 })
    assert.equal(await kept(), 't 5')
    await it.destroy(own)
    const again = await it.update(own, { name: 'by_hand', connections: 5, password: 'own' })
    assert.match((await kept()) ?? '', /^t 5 SCRAM/)
    await it.destroy(again)
  })

  test('a role that another has made is neither found, nor taken over, nor dropped', async () => {
    await query('CREATE ROLE colleague')
    const it = fresh('role')
    assert.equal(await it.read({ name: 'colleague' }), undefined)
    const failure = await failureOf(it.create({ name: 'colleague' }))
    assert.deepEqual([failure.pluginErrorCode, failure.refused], ['BAD_INPUT', true])
    assert.match(failure.message, /the role colleague already exists/)
    assert.match(failure.hint ?? '', /if Slipway should manage it, run slipway import with the id colleague$/)
    await it.destroy(await it.create({ name: 'mine' }).then((made) => ({ ...made, name: 'colleague' })))
    assert.equal((await query(`SELECT FROM pg_roles WHERE rolname = 'colleague'`)).length, 1)
    await fresh('role').destroy({ name: 'mine', login: true, connections: -1 })
  })

  test('a database gets an owner, and is read with it where one is wanted', async () => {
    const [owner, it] = [fresh('role', 'owner'), fresh('database')]
    const role = await owner.create({ name: 'owner' })
    const made = await it.create({ name: 'shop' })
    assert.deepEqual({ ...(await it.read(made)) }, { ...made })
    const changed = await it.update(made, { name: 'shop', owner: 'owner' })
    assert.equal((await it.read(changed))?.['owner'], 'owner')
    assert.match(
      (await failureOf(fresh('database', 'other').create({ name: 'shop' }))).message,
      /the database shop already exists/,
    )
    await it.destroy(changed)
    assert.equal(await it.read(changed), undefined)
    await it.destroy(changed)
    await owner.destroy(role)
  })

  test('a table keeps its rows when its columns change, and other spellings of types are no drift', async () => {
    const it = fresh('table')
    const columns = [
      { name: 'id', type: 'int8', nullable: false },
      { name: 'size', type: 'varchar(20)' },
      { name: 'made', type: 'timestamptz', default: 'now()' },
    ]
    const made = await it.create({ database: 'postgres', name: 'orders', columns, primaryKey: ['id'] })
    await query(`INSERT INTO orders VALUES (1, '42')`)
    const read = (await it.read(made)) ?? {}
    const types = (read['columns'] as { type: string }[]).map(({ type }) => type)
    assert.deepEqual(types.sort(), ['int8', 'timestamptz', 'varchar(20)'])
    const changed = await it.update(made, {
      database: 'postgres',
      name: 'orders',
      columns: [columns[0], { name: 'size', type: 'int', default: '7' }, { name: 'note', type: 'text' }],
      primaryKey: ['id'],
    })
    assert.equal(changed['oid'], made['oid'])
    assert.deepEqual(await query('SELECT id::int, size, note FROM orders'), [{ id: 1, size: 42, note: null }])
    await query('ALTER TABLE orders ADD COLUMN outside bool')
    const found = (await it.read(changed))?.['columns'] as { name: string; type: string }[]
    assert.deepEqual(found.map(({ name, type }) => `${name} ${type}`).sort(), [
      'id int8',
      'note text',
      'outside boolean',
      'size int',
    ])
    await it.destroy(changed)
    assert.equal(await it.read(changed), undefined)
  })

  test('a change of columns leaves manual changes, until the plan has shown them', async () => {
    const it = fresh('table')
    const place = { database: 'postgres', name: 'by_hand' }
    const id = { name: 'id', type: 'serial' }
    const made = await it.create({ ...place, columns: [id, { name: 'size', type: 'int' }] })
    await query(`ALTER TABLE by_hand ADD notes text, ALTER size SET NOT NULL, ALTER size SET DEFAULT 7`)
    await query(`INSERT INTO by_hand (notes) VALUES ('precious')`)
    const day = { name: 'day', type: 'date', default: `'2020-01-01'` }
    const changed = await it.update(made, { ...place, columns: [id, { name: 'size', type: 'int' }, day] })
    const again = await it.update(made, { ...place, columns: [id, { name: 'size', type: 'int' }, day] })
    assert.deepEqual(again, changed)
    await query(`INSERT INTO by_hand (notes) VALUES ('more')`)
    assert.deepEqual(await query('SELECT id, size, notes, day::text FROM by_hand ORDER BY id'), [
      { id: 1, size: 7, notes: 'precious', day: '2020-01-01' },
      { id: 2, size: 7, notes: 'more', day: '2020-01-01' },
    ])
    const theirs = [id, { name: 'size', type: 'int' }, day, { name: 'notes', type: 'int' }]
    const refusal = await failureOf(it.update(changed, { ...place, columns: theirs }))
    assert.deepEqual(
      [refusal.refused, refusal.message],
      [true, 'the table public.by_hand has a column notes already, which is text: somebody else added it'],
    )
    const refreshed = (await it.read(changed)) ?? {}
    await it.update({ ...changed, ...refreshed }, { ...place, columns: [id, { name: 'size', type: 'int' }, day] })
    assert.deepEqual(await query('SELECT * FROM by_hand LIMIT 1').then(([row]) => Object.keys(row as object).sort()), [
      'day',
      'id',
      'size',
    ])
    await query('ALTER TABLE by_hand DROP size')
    const dropped = await failureOf(
      it.update(changed, { ...place, columns: [id, { name: 'size', type: 'bigint' }, day] }),
    )
    assert.equal(dropped.message, 'the table public.by_hand no longer has a column size')
    await it.destroy(changed)
  })

  test('a column gets another type only if no value changes', async () => {
    const it = fresh('table')
    const place = { database: 'postgres', name: 'people' }
    const of = (name: string, size: string) => ({
      ...place,
      columns: [
        { name: 'name', type: name },
        { name: 'size', type: size },
      ],
    })
    const made = await it.create(of('text', 'numeric(6,3)'))
    await query(`INSERT INTO people VALUES ('Ada Lovelace', 1.500)`)
    const refusal = async (name: string, size: string) => {
      const { refused, message } = await failureOf(it.update(made, of(name, size)))
      assert.ok(refused)
      return message
    }
    const cut = 'the column name cannot become varchar(5): the value of 1 row would not stay the same'
    assert.equal(await refusal('varchar(5)', 'numeric(6,2)'), cut)
    assert.match(await refusal('text', 'int'), /^the column size cannot become int: the value of 1 row /)
    assert.match(await refusal('text', 'date'), /^the column size cannot become date: cannot cast type numeric to date/)
    assert.match(
      await refusal('int', 'int'),
      /^the column name cannot become int: invalid input syntax for type integer/,
    )
    assert.deepEqual(await query('SELECT * FROM people'), [{ name: 'Ada Lovelace', size: '1.500' }])
    const changed = await it.update(made, of('varchar(20)', 'numeric(6,2)'))
    await query(`ALTER TABLE people ALTER name TYPE varchar(5) USING name::varchar(5)`)
    await it.destroy(await it.update(changed, of('varchar(5)', 'float8')))
  })

  test('PostgreSQL’s own form of a column is no drift, and no obstacle for a change', async () => {
    await query('CREATE DOMAIN email AS varchar(80)')
    const it = fresh('table')
    const types =
      'bigserial|Float|timestamp(3)|timestamp(0) with time zone|varchar(5)[]|numeric(10)|EMAIL|int generated by default as identity|char|serial|date'
    const columns: object[] = types.split('|').map((type, index) => ({ name: 'abcdefghijk'.charAt(index), type }))
    const spec = { database: 'postgres', name: 'kinds', primaryKey: ['a', 'k'], columns }
    const made = await it.create(spec)
    assert.deepEqual({ ...(await it.read(made)) }, { ...made })
    const changed = await it.update(made, { ...spec, columns: [...columns, { name: 'z', type: 'text' }] })
    assert.deepEqual({ ...(await it.read(changed)) }, { ...changed })
    // The form in which an earlier version recorded the column after a refresh.
    const recorded = { name: 'k', type: 'date', nullable: false }
    await it.update(Object.assign({ ...made }, { columns: [...columns.slice(0, -1), recorded] }), spec)
    const refusal = async (type: string) => {
      const others = columns.with(9, { name: 'j', type })
      return (await failureOf(it.update(made, { ...spec, columns: others }))).message
    }
    assert.match(await refusal('bigserial'), /^the column j of the table public.kinds cannot become bigserial: /)
    assert.match(await refusal('nonsense'), /^type "nonsense" does not exist$/)
    await query(`INSERT INTO kinds (k) VALUES ('2020-01-01')`)
    assert.deepEqual(await query('SELECT a::int, h, j FROM kinds'), [{ a: 1, h: 1, j: 1 }])
    await it.destroy(changed)
  })

  test('a database that somebody has made anew is neither changed, dropped nor called gone', async () => {
    const it = fresh('database')
    const made = await it.create({ name: 'anew' })
    const elsewhere = Object.assign({ ...made }, { server: '1' })
    assert.equal((await it.read(elsewhere))?.['server'], made['server'])
    assert.match(
      (await failureOf(it.destroy(elsewhere))).message,
      /^the database anew is on another server than recorded/,
    )
    await query('DROP DATABASE anew')
    await query('CREATE DATABASE anew')
    const update = () => it.update(made, { name: 'anew', owner: 'test' })
    for (const call of [() => it.read(made), update, () => it.destroy(made)]) {
      const { refused, message, hint } = await failureOf(call())
      assert.match(message, /^the database anew has another object id than recorded/)
      assert.match(hint ?? '', /run slipway state rm, then slipway import with the id \d+; otherwise/)
      assert.ok(refused)
    }
    const found = (await it.read({ name: 'anew' })) ?? {}
    const { server: _, ...earlier } = made
    const again = { ...earlier, oid: found['oid'] ?? null }
    assert.equal((await it.read(again))?.['server'], made['server'])
    await it.destroy(again)
    assert.equal(await it.read({ name: 'anew' }), undefined)
    const gone = await failureOf(it.update(made, { name: 'anew' }))
    assert.equal(gone.message, 'the database anew no longer exists')
  })

  test('a comment of a user does not hide Slipway’s own things', async () => {
    const [role, table] = [fresh('role', 'noted-role'), fresh('table', 'noted-table')]
    const columns = [{ name: 'a', type: 'int' }]
    const spec = { database: 'postgres', name: 'noted', columns }
    const [madeRole, made] = [await role.create({ name: 'noted' }), await table.create(spec)]
    await query(`COMMENT ON ROLE noted IS 'of the reports'; COMMENT ON TABLE noted IS 'Orders of customers'`)
    const stranger = fresh('table', 'stranger')
    for (const one of [table, stranger]) assert.equal(await one.read(spec), undefined)
    assert.deepEqual({ ...(await table.read(made)) }, { ...made })
    assert.deepEqual({ ...(await role.read(madeRole)) }, { ...madeRole })
    const more = { ...spec, columns: [...columns, { name: 'b', type: 'text' }] }
    const changed = await table.update(made, more)
    assert.deepEqual(await query(`SELECT obj_description('noted'::regclass) AS said`), [
      { said: 'Orders of customers' },
    ])
    // The form in which an earlier version recorded it: without the server.
    const { server: _, ...earlier } = changed
    const unsure = await failureOf(table.destroy(earlier))
    assert.match(unsure.message, /^the comment of the table public.noted no longer contains the tag of Slipway/)
    await query((unsure.hint ?? '').replace(/^.*?: /, ''))
    // With both the tag and the object id, it is the thing beyond doubt, so its record gets the server.
    assert.deepEqual({ ...(await table.read(earlier)) }, { ...changed })
    await table.destroy(earlier)
    assert.equal(await table.read(changed), undefined)
    await role.destroy(await role.update(madeRole, { name: 'noted', connections: 2 }))
    assert.deepEqual(await query(`SELECT FROM pg_roles WHERE rolname = 'noted'`), [])
  })

  test('a table and a role that somebody has made anew stay, and copies with the tag wait for a refresh', async () => {
    const [role, table] = [fresh('role', 'r-anew'), fresh('table', 't-anew')]
    const spec = { database: 'postgres', name: 'renewed', columns: [{ name: 'a', type: 'int' }] }
    const [madeRole, made] = [await role.create({ name: 'renewed' }), await table.create(spec)]
    await query('DROP TABLE renewed; CREATE TABLE renewed (a int); DROP ROLE renewed; CREATE ROLE renewed')
    assert.deepEqual([await role.read(madeRole), await table.read(made)], [undefined, undefined])
    await role.destroy(madeRole)
    await table.destroy(made)
    assert.deepEqual(
      await query(`SELECT FROM pg_class c JOIN pg_roles r ON relname = rolname AND relname = 'renewed'`),
      [{}],
    )
    await query(`COMMENT ON TABLE renewed IS 'slipway t-anew'`)
    assert.match((await failureOf(table.destroy(made))).message, /^the table public.renewed has another object id/)
    const copy = Object.assign({ ...made }, await table.read(made))
    await table.destroy(copy)
    assert.equal(await table.read(copy), undefined)
  })

  test('a table that cannot be made leaves nothing, and its type is named', async () => {
    const it = fresh('table')
    const spec = { database: 'postgres', name: 'bad', columns: [{ name: 'a', type: 'nonsense' }] }
    const failure = await failureOf(it.create(spec))
    assert.deepEqual([failure.refused, failure.message], [true, 'type "nonsense" does not exist'])
    assert.equal(await it.read(spec), undefined)
  })

  test('a grant gives these privileges and no others, and names unwanted ones', async () => {
    const [role, table, it] = [fresh('role', 'r'), fresh('table', 't'), fresh('grant')]
    const reader = await role.create({ name: 'reader' })
    const made = await table.create({ database: 'postgres', name: 'pages', columns: [{ name: 'a', type: 'int' }] })
    const place = { database: 'postgres', role: 'reader', table: 'pages' }
    const granted = await it.create({ ...place, privileges: ['INSERT', 'SELECT'] })
    assert.deepEqual({ ...(await it.read(granted)) }, { ...granted })
    const changed = await it.update(granted, { ...place, privileges: ['SELECT'] })
    await query('GRANT DELETE ON pages TO reader')
    const read = (await it.read(changed)) ?? {}
    assert.deepEqual([...(read['privileges'] as string[])], ['SELECT', 'DELETE'])
    await it.destroy(changed)
    assert.equal(await it.read(changed), undefined)
    await table.destroy(made)
    await it.destroy(changed)
    await role.destroy(reader)
  })

  test('a grant takes over no privileges that somebody else gave, except possibly its own', async () => {
    await query('CREATE ROLE theirs')
    await query('CREATE TABLE their_pages (a int)')
    await query('GRANT SELECT, DELETE ON their_pages TO theirs')
    const it = fresh('grant')
    const place = { database: 'postgres', role: 'theirs', table: 'their_pages' }
    const failure = await failureOf(it.create({ ...place, privileges: ['SELECT', 'INSERT'] }))
    assert.deepEqual(
      [failure.refused, failure.message],
      [true, 'the role theirs already has privileges on the table public.their_pages: DELETE'],
    )
    assert.match(failure.hint ?? '', /REVOKE DELETE ON TABLE "public"."their_pages" FROM "theirs"/)
    assert.deepEqual(await server.privileges('their_pages', 'theirs'), ['DELETE', 'SELECT'])
    await it.create({ ...place, privileges: ['DELETE', 'SELECT'] })
    await query('REVOKE DELETE ON their_pages FROM theirs')
    assert.equal(await it.read({ ...place, schema: 'public', privileges: ['INSERT', 'SELECT'] }), undefined)
    const more = await it.create({ ...place, privileges: ['INSERT', 'SELECT'] })
    assert.deepEqual([...(more['before'] as string[])], ['SELECT'])
    await it.destroy(more)
    assert.deepEqual(await server.privileges('their_pages', 'theirs'), ['SELECT'])
    await query('CREATE TABLE own_pages (a int); ALTER TABLE own_pages OWNER TO theirs')
    const owner = await failureOf(it.create({ ...place, table: 'own_pages', privileges: ['SELECT'] }))
    assert.match(owner.message, /already has privileges on the table \S+: INSERT, UPDATE, /)
  })

  test('a grant that lost a part is still there, and goes whole', async () => {
    await query('CREATE ROLE partly')
    await query('CREATE TABLE partly_pages (a int)')
    const it = fresh('grant')
    const place = { database: 'postgres', role: 'partly', table: 'partly_pages' }
    // The state as it comes back from the store: without the empty list.
    const { before: none, server: _, ...given } = await it.create({ ...place, privileges: ['SELECT', 'INSERT'] })
    assert.deepEqual([...(none as string[])], [])
    await query('REVOKE INSERT ON partly_pages FROM partly')
    const read = await it.read(given)
    assert.deepEqual([...((read?.['privileges'] ?? []) as string[])], ['SELECT'])
    const again = await it.update(given, { ...place, privileges: ['SELECT', 'INSERT'] })
    assert.deepEqual([...(again['before'] as string[])], [])
    await it.destroy(again)
    assert.deepEqual(await server.privileges('partly_pages', 'partly'), [])
  })

  test('the content of a vanished database is gone', async () => {
    const [role, database, table, grant] = [fresh('role', 'g'), fresh('database'), fresh('table'), fresh('grant')]
    const [user, made] = [await role.create({ name: 'guest' }), await database.create({ name: 'gone' })]
    const place = { database: 'gone', name: 'pages' }
    const pages = await table.create({ ...place, columns: [{ name: 'a', type: 'int' }] })
    const given = await grant.create({ database: 'gone', role: 'guest', table: 'pages', privileges: ['SELECT'] })
    await database.destroy(made)
    assert.deepEqual([await table.read(pages), await grant.read(given)], [undefined, undefined])
    await grant.destroy(given)
    await table.destroy(pages)
    await role.destroy(user)
    const failure = await failureOf(table.create({ ...place, columns: [{ name: 'a', type: 'int' }] }))
    assert.equal(failure.message, 'database "gone" does not exist')
  })

  test('a missing server is TRANSIENT, a wrong password BAD_INPUT', async () => {
    const url = new URL(server.url)
    url.port = '1'
    const failure = await failureOf(trial(provider, 'postgres/role', { config: { url: url.href } }).read({ name: 'x' }))
    assert.equal(failure.pluginErrorCode, 'TRANSIENT')
    const stranger = trial(provider, 'postgres/role', { config: { url: server.url.replace('test@', 'nobody@') } })
    const refusal = await failureOf(stranger.read({ name: 'x' }))
    assert.equal(refusal.pluginErrorCode, 'BAD_INPUT')
    assert.match(refusal.hint ?? '', /the setting providers\.postgres\.url/)
  })
})
