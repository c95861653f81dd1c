import { describe, test } from '../../../test/cases.ts'
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { failureOf, trial } from '@slipway/sdk/testing'
import { provider } from './provider.ts'
import { missing, startServer, type Server } from './testing.ts'

const spec = (name: string, ...types: readonly string[]) => ({
  database: 'postgres',
  name,
  columns: types.map((type, index) => ({ name: 'abc'.charAt(index), type })),
})

describe('a column of PostgreSQL that gets another type', { skip: missing }, () => {
  let server: Server
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())

  const fresh = (name: string, user = 'test') =>
    trial(provider, 'postgres/table', { resourceId: name, config: { url: server.url.replace('test@', `${user}@`) } })

  /** Returns the converted value, or the reason for a refusal. */
  const convert = async (from: string, to: string, value: string): Promise<string> => {
    const it = fresh('converted')
    const made = await it.create(spec('converted', from))
    await server.query(`INSERT INTO converted VALUES (${value})`)
    try {
      await it.update(made, spec('converted', to))
    } catch (thrown) {
      return (thrown as Error).message
    } finally {
      await server.query('ALTER TABLE converted RENAME TO last; DROP TABLE last')
    }
    return 'converted'
  }

  test('may write a text in its own way, if it keeps the full meaning', async () => {
    for (const [from, to, value] of [
      ['json', 'jsonb', `'{"a":1}'`],
      ['varchar(20)', 'jsonb', `'{"a":1}'`],
      ['text', 'jsonb', `'[{"b":{"a":1},"a":"{}"},{"a":[]}, 5]'`],
      ['text', 'jsonb', `NULL`],
      ['text', 'timestamptz', `'2020-01-01T00:00:00Z'`],
      ['text', 'timestamp', `'2020-01-01T00:00:00.5'`],
      ['text', 'uuid', `'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'`],
      ['text', 'boolean', `'t'`],
      ['text', 'inet', `'1.2.3.4'`],
    ] as const)
      assert.equal(await convert(from, to, value), 'converted', `${from} to ${to}`)
  })

  test('is refused where part of a value would be lost, or nobody can say', async () => {
    for (const [from, to, value] of [
      ['json', 'jsonb', `'{"a":"first","a":"second"}'`],
      ['varchar(40)', 'jsonb', String.raw`'[1,{"b":[{"a":1,"\u0061":1}]}]'`],
      ['text', 'timestamp', `'2020-01-01T00:00:00Z'`],
      ['text', 'timestamptz', `'2020-01-01T00:00:00.123456789Z'`],
      ['text', 'timestamptz(0)', `'2020-01-01T00:00:00.5Z'`],
      ['text', 'varchar(3)', `'long'`],
      ['text', 'int', `'007'`],
      ['int', 'boolean', '5'],
      ['bit(8)', 'bit(4)', `B'10100001'`],
      ['float8', 'real', '0.1'],
      ['numeric(6,3)', 'numeric(8,2)', '1.555'],
      ['timestamptz', 'date', `'2020-01-01T12:00:00Z'`],
    ] as const)
      assert.match(await convert(from, to, value), /: the value of 1 row would not stay the same$/, `${from} to ${to}`)
    assert.match(await convert('int', 'money', '5'), /: PostgreSQL does not convert money back to integer, so Slipway/)
    assert.match(await convert('int', 'inet', '5'), /: cannot cast type integer to inet$/)
    assert.match(await convert('text', 'uuid', `'none'`), /^the column a cannot become uuid: invalid input syntax /)
  })

  test('is not compared where policies hide rows, and need not be where it only becomes longer', async () => {
    await server.query('CREATE ROLE owner LOGIN; GRANT CREATE ON SCHEMA public TO owner')
    const it = fresh('hidden', 'owner')
    const made = await it.create(spec('hidden', 'varchar(20)', 'numeric(6,2)', 'timestamp(3)'))
    await server.query(`INSERT INTO hidden VALUES ('a long text', 1.25, now())`)
    await server.query('ALTER TABLE hidden ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY')
    const refusal = await failureOf(it.update(made, spec('hidden', 'varchar(5)', 'numeric(6,2)', 'timestamp(3)')))
    assert.match(refusal.message, /^the column a cannot become varchar\(5\): query would be affected by row-level/)
    assert.match(refusal.hint ?? '', /NO FORCE ROW LEVEL SECURITY; or convert/)
    assert.ok(refusal.refused)
    let current = made
    for (const types of [
      ['VARCHAR(40)', 'decimal(8, 2)', 'timestamp(5)'],
      ['text', 'numeric', 'timestamp'],
      ['varchar', 'numeric', 'timestamp without time zone'],
    ])
      current = await it.update(current, spec('hidden', ...types))
    assert.deepEqual(await server.query('SELECT a, b FROM hidden'), [{ a: 'a long text', b: '1.25' }])
    await it.destroy(current)
  })

  test('words behind a type are not part of it', async () => {
    await server.query('CREATE TABLE others (id int primary key)')
    const it = fresh('behind')
    const types = ['text collate "C"', 'varchar(5) UNIQUE', 'int references others(id)']
    const made = await it.create(spec('behind', ...types.slice(0, 2)))
    assert.deepEqual({ ...(await it.read(made)) }, { ...made })
    const more = await it.update(made, spec('behind', ...types))
    assert.deepEqual({ ...(await it.read(more)) }, { ...more })
    await it.update(made, spec('behind', ...types))
    const changed = await it.update(more, spec('behind', 'varchar(9) collate "C"', ...types.slice(1)))
    assert.deepEqual({ ...(await it.read(changed)) }, { ...changed })
    await it.destroy(changed)
  })
})
