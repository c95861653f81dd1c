import type { Expression } from '@slipway/engine'

const nowhere = { start: 0, end: 0 }

/** A function of the Pulumi YAML language and its counterpart. */
export interface FunctionRow {
  /** The counterpart in a blueprint, for the reference. */
  readonly blueprint: string
  /** The counterpart in a stack. */
  readonly stack: string
  /** `one` value, or a list of `two`; the other functions have their own rules. */
  readonly takes: 'one' | 'two' | 'own'
  /** Makes the counterpart of a call from these arguments alone. Absent if the arguments are not enough. */
  readonly make?: (...args: readonly Expression[]) => Expression
  /** The difference between the function and its counterpart. */
  readonly differs?: string
}

export function call(name: string, ...args: readonly Expression[]): Expression {
  return { kind: 'call', name, args: args.map((value) => ({ value })), path: [], origin: nowhere }
}

export function literal(value: string | number | bigint | boolean | null): Expression {
  return { kind: 'literal', value, origin: nowhere }
}

export function list(items: readonly Expression[]): Expression {
  return { kind: 'list', items, origin: nowhere }
}

const asset = (name: string): FunctionRow => ({
  blueprint: `\`{ "${name}": … }\``,
  stack: `\`{ '${name}': … }\``,
  takes: 'own',
})

/** All functions of the language, by their names in lower case. `docs/reference/from-pulumi-yaml.md` has a row for each. */
const rows = {
  'fn::invoke': {
    blueprint: '`${aws_ec2_getAmi({ … }).id}`; with `options.provider` a data source',
    stack: "`s.call('aws_ec2_getAmi', { … }).get('id')`",
    takes: 'own',
    differs: '`dependsOn`, `parent` and `pluginDownloadURL` of its options have no counterpart',
  },
  'fn::join': {
    blueprint: '`${join([a, b], "-")}`',
    stack: "`[a, b].join('-')`, or `s.call('join', [a, b], '-')` with outputs",
    takes: 'two',
    make: (separator, items) => call('join', orNothing(items), orNothing(separator)),
  },
  'fn::split': {
    blueprint: '`${split(text, ",")}`',
    stack: "`s.call('split', text, ',')`",
    takes: 'two',
    make: (separator, text) => call('split', orNothing(text), orNothing(separator)),
  },
  'fn::select': {
    blueprint: '`${values.zones[1]}`, or `${element(list, index)}` where the index is not a number',
    stack: "`zones[1]`, or `s.call('element', list, index)`",
    takes: 'two',
    make: (index, items) => selected(orNothing(index), orNothing(items)),
    differs: 'an index past the end wraps around, unless it is a literal number',
  },
  'fn::toJSON': {
    blueprint: '`${jsonencode(value)}`, its keys in the order of the alphabet',
    stack: "`JSON.stringify(value)`, or `s.call('jsonencode', value)` with outputs",
    takes: 'one',
    make: (value) => json(orNothing(value)),
    differs: 'keys of maps from elsewhere keep their order, and `<`, `>`, `&` in their strings stay unchanged',
  },
  'fn::toBase64': {
    blueprint: '`${base64encode(text)}`',
    stack: "`s.call('base64encode', text)`",
    takes: 'one',
    make: (text) => call('base64encode', orNothing(text)),
  },
  'fn::fromBase64': {
    blueprint: '`${utf8(base64decode(text))}`',
    stack: "`s.call('utf8', s.call('base64decode', text))`",
    takes: 'one',
    make: (text) => call('utf8', call('base64decode', orNothing(text))),
  },
  'fn::secret': {
    blueprint: '`${sensitive(value)}`',
    stack: '`Output.secret(value)`',
    takes: 'one',
    make: (value) => call('sensitive', orNothing(value)),
  },
  'fn::unsecret': {
    blueprint: 'none: the value is used, and stays secret',
    stack: 'none: the value is used, and stays secret',
    takes: 'own',
  },
  'fn::stackReference': {
    blueprint: 'a data source `core/exports`',
    stack: "`s.reference('shop/prod').out.name`",
    takes: 'own',
    differs: 'the type of the output must be declared: it is assumed to be text unless its use shows otherwise',
  },
  'fn::readFile': {
    blueprint: '`${utf8(file("page.html"))}`',
    stack: "`readFileSync(resolve(import.meta.dirname, 'page.html'), 'utf8')`",
    takes: 'one',
    make: (path) => call('utf8', call('file', orNothing(path))),
    differs: 'the file is read before there is a plan, so its path cannot come from a resource',
  },
  'fn::filebase64': {
    blueprint: '`${base64encode(file("logo.png"))}`',
    stack: "`readFileSync(…, 'base64')`",
    takes: 'one',
    make: (path) => call('base64encode', call('file', orNothing(path))),
  },
  'fn::filebase64sha256': {
    blueprint: '`${base64sha256(file("code.zip"))}`',
    stack: "`createHash('sha256').update(readFileSync(…)).digest('base64')`",
    takes: 'one',
    make: (path) => call('base64sha256', call('file', orNothing(path))),
  },
  'fn::sha1': {
    blueprint: '`${sha1(text)}`',
    stack: "`s.call('sha1', text)`",
    takes: 'one',
    make: (text) => call('sha1', orNothing(text)),
  },
  'fn::length': {
    blueprint: '`${len(value)}`',
    stack: "`s.call('len', value)`",
    takes: 'one',
    make: (value) => call('len', orNothing(value)),
    differs: 'in text it counts Unicode characters, so a flag counts as several',
  },
  'fn::singleOrNone': {
    blueprint: '`${one(list)}`',
    stack: "`s.call('one', list)`",
    takes: 'one',
    make: (items) => call('one', orNothing(items)),
  },
  'fn::pulumiResourceName': { blueprint: 'the name', stack: 'the name', takes: 'own' },
  'fn::pulumiResourceType': { blueprint: 'the type', stack: 'the type', takes: 'own' },
  'fn::stringAsset': asset('fn::stringAsset'),
  'fn::fileAsset': asset('fn::fileAsset'),
  'fn::remoteAsset': asset('fn::remoteAsset'),
  'fn::fileArchive': asset('fn::fileArchive'),
  'fn::remoteArchive': asset('fn::remoteArchive'),
  'fn::assetArchive': asset('fn::assetArchive'),
} as const satisfies Readonly<Record<string, FunctionRow>>

export type FunctionName = keyof typeof rows

export const pulumiFunctions: Readonly<Record<FunctionName, FunctionRow>> = rows

const byLowerCase = new Map(
  (Object.keys(rows) as readonly FunctionName[]).map((name) => [name.toLowerCase(), name] as const),
)

/** Returns the function that a key names. Upper and lower case are equal, as in Pulumi. */
export function functionNamed(key: string): FunctionName | undefined {
  return byLowerCase.get(key.toLowerCase())
}

/** Functions that take the path of a file that the program reads. */
export const readsFiles: ReadonlySet<FunctionName> = new Set([
  'fn::readFile',
  'fn::filebase64',
  'fn::filebase64sha256',
  'fn::fileAsset',
  'fn::fileArchive',
])

export function isAsset(name: FunctionName): boolean {
  return /(?:Asset|Archive)$/.test(name)
}

function orNothing(expression: Expression | undefined): Expression {
  return expression ?? literal(null)
}

/** Selects an item. An index that is written as a number becomes a part of the path. */
function selected(index: Expression, items: Expression): Expression {
  const at = index.kind === 'literal' && typeof index.value !== 'string' ? Number(index.value) : undefined
  if (at === undefined || !Number.isInteger(at) || at < 0) return call('element', items, index)
  if (items.kind === 'reference' || items.kind === 'call') return { ...items, path: [...items.path, at] }
  if (items.kind === 'list') return items.items[at] ?? literal(null)
  return call('element', items, index)
}

/** Writes JSON as Go does: keys in alphabetical order, and three characters as escapes. */
function json(value: Expression): Expression {
  const written = call('jsonencode', sorted(value))
  const escapes = [
    ['&', '\\u0026'],
    ['<', '\\u003c'],
    ['>', '\\u003e'],
  ] as const
  return escapes
    .filter(([sign]) => holds(value, sign))
    .reduce((text, [sign, escape]) => call('replace', text, literal(sign), literal(escape)), written)
}

function sorted(value: Expression): Expression {
  if (value.kind === 'list') return { ...value, items: value.items.map(sorted) }
  if (value.kind !== 'map') return value
  const entries = value.entries.map(([key, inner]) => [key, sorted(inner)] as const)
  return { kind: 'map', entries: entries.toSorted(([a], [b]) => (a < b ? -1 : 1)), origin: value.origin }
}

/** True if literal text contains the sign. */
function holds(value: Expression, sign: string): boolean {
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'string' && value.value.includes(sign)
    case 'list':
      return value.items.some((item) => holds(item, sign))
    case 'map':
      return value.entries.some(([key, inner]) => key.includes(sign) || holds(inner, sign))
    case 'text':
      return value.parts.some((part) => holds(part, sign))
    case 'call':
      return value.args.some((arg) => holds(arg.value, sign))
    default:
      return false
  }
}
