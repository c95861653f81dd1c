import { Failure } from '@slipway/model'
import { patternSearch } from '@slipway/source'
import { type Json, mapIn, textIn } from './json.ts'
import type { ModuleNames, Token } from './model.ts'
import { isIdentifier } from './words.ts'

/** The error for a schema from which no SDK can be made. */
export function badSchema(what: string): Failure {
  return new Failure('package/bad-schema', `the schema of the package ${what}`, {
    hint: 'tell the author of the plugin: slipway package get-schema shows the schema',
  })
}

/** Makes a stranger's text safe for a message. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}

const longestToken = 400

/**
 * Reads `pkg:module:Name`. Names become file names and identifiers, so any other name is refused.
 *
 * @throws Failure `package/bad-schema`
 */
export function tokenOf(text: string): Token {
  const [pkg, module, name, more] = text.length > longestToken ? [] : text.split(':')
  if (pkg === undefined || module === undefined || name === undefined || more !== undefined)
    throw badSchema(`has a type ${shown(text)}, which is not of the form package:module:Name`)
  // A method is named after its resource: `pkg:module:Resource/method`.
  const own = name.replace(/^[\w-]+\//, '')
  if (!isIdentifier(own) || own.startsWith('__'))
    throw badSchema(`has a type ${shown(text)}, whose name ${shown(own)} is not a word of letters and digits`)
  return { text, module, name: own }
}

const mostSegments = 10

/** Keywords of the language, which no namespace can have as its name. */
const keywords: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in ' +
    'instanceof new null return super switch this throw true try typeof var void while with implements interface let package private ' +
    'protected public static yield await any unknown never object string number boolean symbol bigint types'
  ).split(' '),
)

/**
 * How a package names its modules: by the schema's own rules, as words that are fit for folders and namespaces.
 *
 * @throws Failure `package/bad-schema` for rules that cannot be followed
 */
export function moduleNames(schema: Json): ModuleNames {
  const format = textIn(mapIn(schema, 'meta'), 'moduleFormat')
  const renamed = mapIn(mapIn(mapIn(schema, 'language'), 'nodejs'), 'moduleToPackage')
  const cut = cutter(format)
  const known = new Map<string, string>()
  return ({ module }) => {
    const before = known.get(module)
    if (before !== undefined) return before
    const plain = cut(module)
    const name = asPath(Object.hasOwn(renamed, plain) ? textIn(renamed, plain) : plain)
    known.set(module, name)
    return name
  }
}

function cutter(format: string): (module: string) => string {
  if (format === '' || format === '(.*)') return (module) => module
  // Nearly all packages made from Terraform providers use this format.
  if (format === '(.*)(?:/[^/]*)') return (module) => module.replace(/\/[^/]*$/, '')
  const search = patternSearch(format)
  if (typeof search === 'string') throw badSchema(`has a moduleFormat ${shown(format)} that cannot be used: ${search}`)
  return (module) => {
    const found = search.matches(module, 1)
    return (found === 'slow' ? undefined : found[0]?.groups[0]) ?? module
  }
}

function asPath(module: string): string {
  if (module === 'index' || module === '') return ''
  const segments = module.split('/').filter((segment) => segment !== '')
  if (segments.length > mostSegments)
    throw badSchema(`has a module ${shown(module)}, which has more than ${mostSegments} levels`)
  return segments.map(asSegment).join('/')
}

function asSegment(segment: string): string {
  const word = segment
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^__+/, '_')
    .replace(/^(?=\d)/, '_')
  return keywords.has(word) ? `${word}_` : word
}
