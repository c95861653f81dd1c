/** How many fields of a type may be absent: each of them doubles the cases for its readers. */
import { dirname, join } from 'node:path'
import { parseSync, Visitor, type TSSignature, type TSType } from 'oxc-parser'
import type { SourceFile } from './sources.ts'

interface Declared {
  readonly members: readonly TSSignature[]
  /** Names of the types that it extends. */
  readonly extended: readonly string[]
}

interface ReadFile {
  readonly types: Map<string, Declared>
  /** Keyed by local name: the file of the import. */
  readonly imported: Map<string, string>
}

/**
 * The number of optional fields, own and inherited, by place and name of a type. The fields of an optional group count, too: those of an
 * object that is written within the type, or beside it in its file. `field?: never` does not count: it means that the field excludes
 * others.
 */
export function optionalFields(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const read = new Map(files.map((file) => [file.path, readFile(file)]))
  const counts = new Map<string, number>()
  for (const [path, { types }] of read)
    for (const name of types.keys()) counts.set(`${path} ${name}`, countOf(path, name, read).size)
  return counts
}

function readFile({ path, text }: SourceFile): ReadFile {
  const types = new Map<string, Declared>()
  const imported = new Map<string, string>()
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      for (const { local } of specifiers) imported.set(local.name, join(dirname(path), source.value))
    },
    TSInterfaceDeclaration: ({ id, body, extends: above }) => {
      const extended = above.flatMap(({ expression }) => (expression.type === 'Identifier' ? [expression.name] : []))
      types.set(id.name, { members: body.body, extended })
    },
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (typeAnnotation.type === 'TSTypeLiteral') types.set(id.name, { members: typeAnnotation.members, extended: [] })
    },
  }).visit(parseSync(path, text).program)
  return { types, imported }
}

/** The paths of the optional fields of a type. */
function countOf(
  path: string,
  name: string,
  read: ReadonlyMap<string, ReadFile>,
  seen: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const file = read.get(path)
  const declared = file?.types.get(name)
  if (declared === undefined || seen.has(name))
    return new Set(declared === undefined && file !== undefined ? elsewhere(file, name, read, seen) : [])
  const all = new Set([...seen, name])
  const own = fieldsOf(declared.members, (group) => countOf(path, group, read, all), file?.types)
  const inherited = declared.extended.flatMap((other) => Array.from(countOf(path, other, read, all)))
  return new Set([...own, ...inherited])
}

function elsewhere(
  { imported }: ReadFile,
  name: string,
  read: ReadonlyMap<string, ReadFile>,
  seen: ReadonlySet<string>,
): Iterable<string> {
  const from = imported.get(name)
  return from === undefined ? [] : countOf(from, name, read, seen)
}

function fieldsOf(
  members: readonly TSSignature[],
  groupNamed: (name: string) => ReadonlySet<string>,
  beside: ReadonlyMap<string, Declared> | undefined,
): readonly string[] {
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || !member.optional || member.key.type !== 'Identifier') return []
    const type = member.typeAnnotation?.typeAnnotation
    if (type?.type === 'TSNeverKeyword') return []
    const field = member.key.name
    return [field, ...insideOf(type, groupNamed, beside).map((inner) => `${field}.${inner}`)]
  })
}

function insideOf(
  type: TSType | undefined,
  groupNamed: (name: string) => ReadonlySet<string>,
  beside: ReadonlyMap<string, Declared> | undefined,
): readonly string[] {
  if (type?.type === 'TSTypeLiteral') return fieldsOf(type.members, groupNamed, beside)
  const isNamed = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier'
  const name = isNamed && type.typeName.type === 'Identifier' ? type.typeName.name : ''
  return beside?.has(name) === true ? [...groupNamed(name)] : []
}
