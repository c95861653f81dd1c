import type { Invoke, PulumiExpression } from './expression.ts'
import { ExpressionReader } from './expression.ts'
import type { Input, ProviderSetting } from './inputs.ts'
import { alsoDeclared, inputIn } from './inputs.ts'
import { type KnownPackages, packageOf } from './known-packages.ts'
import { field, scalarNode, UniqueNames, validName } from './nodes.ts'
import { entriesOf, mapUnder, type Program, type ResourceEntry } from './program.ts'
import type { Meaning } from './scope.ts'
import type { Sources } from './sources.ts'

export interface NamedResource {
  readonly resource: ResourceEntry
  readonly name: string
  /** The full token of the type. */
  readonly type: string
}

/** All names of a program, with their meanings. */
export interface ProgramNames {
  readonly meanings: ReadonlyMap<string, Meaning>
  readonly inputs: readonly Input[]
  readonly settings: readonly ProviderSetting[]
  /** The resources that a blueprint can have. */
  readonly resources: readonly NamedResource[]
  readonly values: readonly { readonly name: string; readonly of: PulumiExpression; readonly keyStart: number }[]
  /** The default providers of the program, by package. */
  readonly defaults: ReadonlyMap<string, { readonly name: string; readonly resource: ResourceEntry }>
  readonly valueNames: UniqueNames
}

interface Known {
  readonly project: string
  readonly packages: KnownPackages
  readonly sources: Sources
  /** Values that the files of stacks have but no text declares. */
  readonly undeclared: readonly Input[]
}

export function namesOf(program: Program, known: Known): ProgramNames {
  const meanings = new Map<string, Meaning>()
  const { inputs, settings } = inputsOf(program, known)
  for (const { key, name, type } of inputs) meanings.set(key, { kind: 'variable', name, type: type.name })
  const named = resourcesOf(program, known)
  for (const { resource, name, type } of named)
    meanings.set(resource.key, meaningOf(resource, name, type, program, known))
  const defaults = defaultProviders(named)
  const valueNames = new UniqueNames()
  const values = variablesOf(program, known, defaults, meanings).map(({ key, keyStart, of }) => {
    const name = valueNames.take(validName(key))
    meanings.set(key, { kind: 'value', name, of })
    return { name, of, keyStart }
  })
  return {
    meanings,
    inputs,
    settings,
    resources: named.filter(({ resource }) => meanings.get(resource.key)?.kind === 'resource'),
    values,
    defaults,
    valueNames,
  }
}

function inputsOf(
  { config, file }: Program,
  { project, undeclared }: Known,
): Pick<ProgramNames, 'inputs' | 'settings'> {
  const inputs = new Map<string, Input>()
  const settings: ProviderSetting[] = []
  for (const section of config)
    for (const entry of entriesOf(mapUnder(section, section.key, file.report))) {
      const read = inputIn(entry, project, file.report)
      if (read === undefined) continue
      if ('pkg' in read) settings.push(read)
      else inputs.set(read.key, alsoDeclared(inputs.get(read.key), read))
    }
  for (const input of undeclared) if (!inputs.has(input.key)) inputs.set(input.key, input)
  return { inputs: [...inputs.values()], settings }
}

function resourcesOf({ resources, file }: Program, { packages }: Known): readonly NamedResource[] {
  const names = new UniqueNames()
  const strangers = new Set<string>()
  return resources.map((resource) => {
    const wanted = validName(resource.name)
    const isTwice = names.has(wanted)
    const name = names.take(isTwice ? validName(resource.key) : wanted)
    const { keyStart: start, keyEnd: end } = resource.entry
    if (isTwice)
      file.report.lost(
        { start },
        `the name of ${resource.key}`,
        `another resource is already called ${wanted}, so this one becomes ${name}`,
      )
    const pkg = packageOf(resource.type)
    const type = packages.resource(resource.type)
    if (type === undefined && pkg !== 'pulumi' && !resource.type.startsWith('pulumi:') && !strangers.has(pkg)) {
      strangers.add(pkg)
      file.report.assumed(
        { start, end },
        packages.has(resource.type)
          ? `the package ${pkg} has no type ${resource.type}`
          : `types of ${pkg} are written as in the program, because no plugin here describes them`,
        `with the plugin (slipway plugin install pulumi:${pkg}) they get their full names, and outputs their types`,
      )
    }
    return { resource, name, type: type ?? resource.type }
  })
}

function meaningOf(
  resource: ResourceEntry,
  name: string,
  type: string,
  { file }: Program,
  { packages }: Known,
): Meaning {
  const place = { start: resource.entry.keyStart }
  if (type === 'pulumi:pulumi:StackReference') {
    const properties = resource.properties?.value
    const given = properties?.kind === 'map' ? field(properties, 'name')?.value : undefined
    const of = new ExpressionReader(file.report).read(given ?? scalarNode(resource.key, resource.entry.value))
    return { kind: 'stackReference', of }
  }
  if (resource.get !== undefined) {
    file.report.lost(
      place,
      `the resource ${resource.key} with "get"`,
      'Slipway has no resource that is only read: use a function of its package, or import it',
    )
    return { kind: 'read' }
  }
  return { kind: 'resource', name, type, isComponent: packages.isComponent(type) }
}

function defaultProviders(named: readonly NamedResource[]): ProgramNames['defaults'] {
  const found = named.filter(({ resource, type }) => resource.isDefaultProvider && type.startsWith('pulumi:providers:'))
  return new Map(found.map(({ resource, name, type }) => [packageOf(type), { name, resource }] as const))
}

function variablesOf(
  { variables, file }: Program,
  { sources }: Known,
  defaults: ProgramNames['defaults'],
  meanings: Map<string, Meaning>,
) {
  const reader = new ExpressionReader(file.report)
  const all = entriesOf(mapUnder(variables, 'variables', file.report)).map(({ key, keyStart, value }) => {
    const of = reader.read(value)
    if (of.kind === 'invoke') noteDefault(of, defaults, sources)
    return { key, keyStart, of }
  })
  // The other name of a resource may refer to another such name, in any order.
  for (let isMore = true; isMore;) {
    isMore = false
    for (const { key, of } of all) {
      const isSame = of.kind === 'invoke' ? sources.needsSource(of) : isOtherName(of, meanings)
      if (!isSame || meanings.has(key)) continue
      meanings.set(key, { kind: 'same', of })
      isMore = true
    }
  }
  return all.filter(({ key }) => meanings.get(key)?.kind !== 'same')
}

function isOtherName(of: PulumiExpression, meanings: ReadonlyMap<string, Meaning>): boolean {
  if (of.kind !== 'access' || of.path.length > 0) return false
  const kind = meanings.get(of.root)?.kind
  return kind === 'resource' || kind === 'read' || kind === 'stackReference' || kind === 'same'
}

function noteDefault(invoke: Invoke, defaults: ProgramNames['defaults'], sources: Sources): void {
  const provider = defaults.get(packageOf(invoke.token))
  if (provider !== undefined) sources.usesDefault(invoke, provider.name)
}
