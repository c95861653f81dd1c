import {
  type DataSourceFilter,
  type DataSourceTypeDefinition,
  Failure,
  type FetchRequest,
  isList,
  isMap,
  isSecret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { missingKeys } from '@slipway/stores'

/** Reads the exports of another deployment, which belongs to this project or to another project on this machine. */
export type ExportsOf = (wanted: {
  readonly instance: string
  /** The project as written: a folder or a blueprint, relative to this project. */
  readonly project: string | undefined
  /** The names of the exports that are read. */
  readonly names: readonly string[]
}) => Promise<ValueMap>

const text = { type: 'string', supportedOperators: ['='] } as const

export const exportsType: DataSourceTypeDefinition = {
  type: 'core/exports',
  label: 'Exports of another instance',
  description: 'The exports of another instance, as its last run recorded them. Secrets stay secret.',
  fields: {},
  hasMoreFields: true,
  filterFields: {
    instance: { ...text, description: 'The name of the instance; `app/network` is a child of it.' },
    project: {
      ...text,
      description:
        'A folder or a blueprint of another project on this machine, relative to this one. Default: this project.',
    },
  },
}

/** Reads an export of another instance. @throws Failure if there is no such instance, or if its export is missing or has another type */
export async function exportedElsewhere(
  { filters, exports }: Pick<FetchRequest, 'filters' | 'exports'>,
  exportsOf: ExportsOf,
): Promise<ValueMap> {
  const instance = searched(filters, 'instance')
  if (instance === undefined)
    throw new Failure('cli/exports-elsewhere', 'core/exports needs a filter that names the instance', {
      hint: 'write filter: { field: instance, operator: "=", search: NAME }; slipway instances lists them',
    })
  const wanted = Object.entries(exports).map(([name, { aliasFor = name }]) => aliasFor)
  const found = await exportsOf({ instance, project: searched(filters, 'project'), names: wanted })
  const names = Object.keys(found)
  return valueMap(
    Object.entries(exports).map(([name, { type, aliasFor = name }]) => {
      if (!names.includes(aliasFor)) throw notExported(instance, aliasFor, names)
      const value = found[aliasFor] ?? null
      if (missingKeys([{ value }]).length > 0)
        throw new Failure(
          'cli/exports-elsewhere',
          `the export "${aliasFor}" of ${instance} is sealed with a key that this machine does not have`,
          {
            hint: 'use the key or the passphrase of its last deployment',
          },
        )
      const isType = typeOf(value)
      // A program accepts any type.
      const isAny = type === 'any'
      if (isType !== undefined && !isAny && isType !== type && !(isType === 'integer' && type === 'float'))
        throw new Failure(
          'cli/exports-elsewhere',
          `the export "${aliasFor}" of ${instance} is of the type ${isType}, not ${type}`,
          {
            hint: `write "type: ${isType}"`,
          },
        )
      return [name, value] as const
    }),
  )
}

function notExported(instance: string, name: string, names: readonly string[]): Failure {
  const all = names.length === 0 ? 'it exports nothing' : `it exports: ${names.join(', ')}`
  return new Failure('cli/exports-elsewhere', `${instance} exports no "${name}"`, {
    hint: didYouMean(name, names) ?? all,
  })
}

/** Returns the single text that the filters give for a field. Refuses a field with several values, because no value takes precedence. */
function searched(filters: readonly DataSourceFilter[], field: string): string | undefined {
  const [search, ...more] = filters.filter((filter) => filter.field === field).flatMap((filter) => filter.search)
  if (more.length > 0)
    throw new Failure('cli/exports-elsewhere', `core/exports reads one ${field} at a time`, {
      hint: 'declare a data source for each',
    })
  const plain = isSecret(search) ? search.value : search
  return typeof plain === 'string' ? plain : undefined
}

/** Returns the type name for a data source's exports; `undefined` for null, which has no type. */
function typeOf(value: Value): string | undefined {
  const plain = isSecret(value) ? value.value : value
  if (plain === null) return undefined
  if (isList(plain)) return 'array'
  if (isMap(plain)) return 'object'
  if (typeof plain === 'bigint' || Number.isInteger(plain)) return 'integer'
  return typeof plain === 'number' ? 'float' : typeof plain
}
