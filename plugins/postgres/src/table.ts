import { computed, defineResource, ignoringDrift, losing, replacing, sortedBy } from '@slipway/sdk'
import * as z from 'zod'
import { config, inDatabase, nameOf } from './config.ts'
import {
  columnChanges,
  columnText,
  conversions,
  storedColumns,
  type ColumnsBefore,
  type Column,
  type StoredColumn,
} from './columns.ts'
import { requireNoLoss } from './conversion.ts'
import { isMeant, listedInDatabases } from './named.ts'
import { connected, id, type Session } from './sql.ts'
import { isUnsure } from './last-update.ts'
import {
  connectedIfThere,
  isOurs,
  isSurely,
  readServer,
  requireRecorded,
  requireRecordedServer,
  serverId,
  serverOf,
  tellLeft,
  type Found,
  type Known,
  type RecordOf,
} from './ours.ts'
import { typeAlone } from './stored-type.ts'
import { notOurs, tagged, taken } from './tag.ts'

const column = losing(
  'its data',
  z.object({
    name: nameOf('Name of the column.'),
    type: z
      .string()
      .min(1)
      .describe('SQL type: `text`, `int`, `varchar(20)`, `timestamptz`. Only a new column can be `serial`.'),
    nullable: z
      .boolean()
      .default(true)
      .describe('Whether the column may be null. Those of the primary key, `serial` ones and identities never may.'),
    default: ignoringDrift(z.string().min(1).optional().describe("SQL expression: `now()`, `'none'`.")),
  }),
)

export const table = defineResource({
  type: 'postgres/table',
  label: 'Table',
  description:
    'A table. A change of the columns keeps the rows, and changes only what the plan shows; a column gets another type if all its values stay the same, and is refused otherwise; a `text` column may become a type with another notation of the same value, such as `jsonb` or `uuid`. A column that you remove is dropped with its data; one that was added by hand stays, unless a refresh has recorded it. A table that was made otherwise can be imported by its name (`shop.public.orders`); its primary key is taken to be as the blueprint says. The comment of the table carries a tag, `slipway` and the resource id; if you write another one, leave the tag in it: then the table is known again also in a copy from a backup.',
  examples: [
    'type: postgres/table\nspec:\n  database: shop\n  name: orders\n  columns:\n    - { name: id, type: bigint, nullable: false }\n    - { name: made, type: timestamptz, default: now() }\n  primaryKey: [id]',
  ],
  config,
  schema: z.object({
    database: inDatabase,
    schema: replacing(nameOf('Schema of the table. It must exist.').default('public')),
    name: replacing(nameOf('Name of the table.')),
    columns: sortedBy('name', z.array(column).min(1).describe('Columns, in any order.')),
    primaryKey: replacing(z.array(z.string()).optional().describe('Names of the columns of the primary key.')),
    oid: computed(z.int().describe('Object id in the database.')),
    server: serverId,
  }),
  idField: 'oid',
  identity: { fields: ['database', 'schema', 'name'] },
  settlement: 'find',
  imports: {
    by: 'name',
    find({ spec, id: said, ...call }) {
      if (!isMeant(said, [spec.name], [spec.database, spec.schema])) return undefined
      return connectedIfThere(call, spec.database, recordOf(spec), async (session) => {
        const found = await find(session, spec)
        if (found === undefined) return undefined
        return { columns: await columnsOf(session, found, spec), oid: found.oid, server: await serverOf(session) }
      })
    },
  },
  list: (call) =>
    listedInDatabases(
      call,
      `SELECT current_database() || '.' || n.nspname || '.' || c.relname AS id, 'owned by ' || pg_get_userbyid(c.relowner) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`,
    ),

  async deploy({ spec, current, resourceId, ...call }) {
    const { database, columns, primaryKey } = spec
    const [place, words] = [placeOf(spec), `${spec.schema}.${spec.name}`]
    return connected(call, database, async (session) => {
      const known = await find(session, spec)
      const record = recordOf(current?.spec ?? spec)
      if (!(await isOurs(session, known, resourceId, record)) && known !== undefined)
        throw (current === undefined ? taken : notOurs)(record.naming, resourceId)
      const key = primaryKey === undefined ? [] : [`PRIMARY KEY (${primaryKey.map(id).join(', ')})`]
      const made = `CREATE TABLE ${place} (${[...columns.map(columnText), ...key].join(', ')})`
      if (known === undefined) await session.run(made, tagged(`TABLE ${place}`, resourceId))
      else {
        await requireRecordedServer(session, record)
        const recorded = await storedColumns(session, current?.spec.columns ?? [], primaryKey)
        const before = { table: words, recorded, real: known.columns, isUnsure: isUnsure(current) }
        await alter(session, place, before, await storedColumns(session, columns, primaryKey))
      }
      return { oid: (await find(session, spec))?.oid ?? 0, server: await serverOf(session) }
    })
  },

  async read({ spec, resourceId, ...call }) {
    const record = recordOf(spec)
    return connectedIfThere(call, spec.database, record, async (session) => {
      const found = await find(session, spec)
      if (!(await isOurs(session, found, resourceId, record)) || found === undefined) return undefined
      const columns = await columnsOf(session, found, spec)
      return { columns, oid: found.oid, ...(await readServer(session, spec, isSurely(found, resourceId, record))) }
    })
  },

  async destroy({ spec, resourceId, ...call }) {
    const record = recordOf(spec)
    await connectedIfThere(call, spec.database, record, async (session) => {
      const found = await find(session, spec)
      const isOwn = await isOurs(session, found, resourceId, record)
      if (found === undefined) return
      if (!isOwn) return tellLeft(call, record.naming.words)
      await requireRecorded(session, found, record)
      await session.run(`DROP TABLE IF EXISTS ${placeOf(spec)}`)
    })
  },
})

async function columnsOf(
  session: Session,
  found: FoundTable,
  { columns, primaryKey }: { readonly columns: readonly Column[]; readonly primaryKey?: readonly string[] | undefined },
): Promise<Column[]> {
  const wanted = await storedColumns(session, columns, primaryKey)
  return found.columns.map((real) => asRecorded(real, columns, wanted))
}

/** `int` is read as `integer`, and defaults in the server's spelling: another spelling of the same is no drift. */
function asRecorded(real: StoredColumn, recorded: readonly Column[], wanted: readonly StoredColumn[]): Column {
  const { name, stored, nullable } = real
  const said = recorded.find((one) => one.name === name)
  const kept = wanted.find((one) => one.name === name)
  return said === undefined || kept === undefined
    ? { name, type: stored, nullable }
    : {
        ...said,
        type: typeAlone(kept.stored) === stored ? said.type : stored,
        nullable: kept.nullable === nullable ? said.nullable : nullable,
      }
}

/** Changes the columns. Changes no value, and drops values only together with their column. */
async function alter(
  session: Session,
  place: string,
  before: ColumnsBefore,
  wanted: readonly StoredColumn[],
): Promise<void> {
  const changes = columnChanges(before, wanted).map((change) => `ALTER TABLE ${place} ${change}`)
  const converted = conversions(before, wanted)
  if (changes.length === 0) return
  await session.together(async () => {
    if (converted.length > 0) await session.run(`LOCK TABLE ${place} IN ACCESS EXCLUSIVE MODE`)
    await requireNoLoss(session, place, converted)
    await session.run(...changes)
  })
}

function recordOf(spec: Known & { readonly schema: string; readonly name: string }): RecordOf {
  const naming = { words: `table ${spec.schema}.${spec.name}`, statement: `TABLE ${placeOf(spec)}` }
  return { known: spec, naming }
}

const placeOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${id(schema)}.${id(name)}`

interface FoundTable extends Found {
  readonly columns: readonly StoredColumn[]
}

async function find(
  { rows }: Session,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<FoundTable | undefined> {
  const [found] = await rows<FoundTable>(
    `SELECT c.oid::int, obj_description(c.oid, 'pg_class') AS comment,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'stored', format_type(a.atttypid, a.atttypmod), 'nullable', NOT a.attnotnull,
         'hasDefault', a.atthasdef AND a.attgenerated = '',
         'numbers', a.attidentity <> '' OR COALESCE(pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%', false)
         ) ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = to_regnamespace($1) AND c.relname = $2 AND c.relkind = 'r' GROUP BY c.oid`,
    id(schema),
    name,
  )
  return found
}
