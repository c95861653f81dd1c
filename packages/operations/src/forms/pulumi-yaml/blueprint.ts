import { blueprintVersion, type Expression, expressionOf, insideText } from '@slipway/engine'
import { DiagnosticList, type MapEntry, type MapNode, type TreeNode } from '@slipway/source'
import { inOrder } from '../declared-order.ts'
import type { PulumiYamlTarget } from './conversion.ts'
import type { PulumiExpression } from './expression.ts'
import { variableEntry, type Input } from './inputs.ts'
import { type KnownPackages, packageOf } from './known-packages.ts'
import { type NamedResource, namesOf, type ProgramNames } from './meanings.ts'
import { entryNode, field, listNode, mapNode, scalarNode, validName } from './nodes.ts'
import { convertedOption, type Converted } from './options.ts'
import { entriesOf, mapUnder, type Program, type ResourceEntry } from './program.ts'
import { Scope } from './scope.ts'
import { Sources } from './sources.ts'

export interface BlueprintRequest {
  readonly program: Program
  readonly project: string
  readonly hasMain: boolean
  readonly to: PulumiYamlTarget
  readonly packages: KnownPackages
  readonly undeclared: readonly Input[]
}

export interface MadeBlueprint {
  readonly tree: MapNode
  readonly names: ProgramNames
  /** The variable with the name of the stack, if the program uses it. */
  readonly stackVariable: string | undefined
  /** The providers of the program that are settings of a stack. */
  readonly configured: readonly ConfiguredProvider[]
}

/** A provider that has its settings in the settings file. */
export interface ConfiguredProvider {
  readonly pkg: string
  /** The name of the configuration. Absent for the configuration that applies to all resources. */
  readonly name?: string
  readonly settings: MapNode
}

/** Makes the blueprint of a program. Parts without a counterpart are in the program's report. */
export function blueprintOf(request: BlueprintRequest): MadeBlueprint {
  return new BlueprintWriter(request).made()
}

class BlueprintWriter {
  readonly #program: Program
  readonly #request: BlueprintRequest
  readonly #sources: Sources
  readonly #names: ProgramNames
  readonly #scope: Scope
  readonly #texts: MapEntry[] = []
  #stackVariable: string | undefined

  constructor(request: BlueprintRequest) {
    const { program, project, packages, hasMain, to, undeclared } = request
    this.#request = request
    this.#program = program
    this.#sources = new Sources(packages, to)
    this.#names = namesOf(program, { project, packages, sources: this.#sources, undeclared })
    const settings = { project, hasMain, stackVariable: () => this.#nameOfStack() }
    this.#scope = new Scope({
      meanings: this.#names.meanings,
      settings,
      packages,
      report: program.file.report,
      sources: this.#sources,
      to,
      keepText: (text) => this.#kept(text),
    })
  }

  made(): MadeBlueprint {
    const { file, variables, resourcesEntry, outputs, config } = this.#program
    const values = this.#names.values.map(({ name, of, keyStart }) =>
      entryNode(name, this.#value(of), { keyStart, keyEnd: keyStart }),
    )
    const configured = this.#configured()
    const resources = this.#names.resources
      .filter(({ name }) => !configured.has(name))
      .map((each) => this.#resource(each, configured))
    const exports = entriesOf(mapUnder(outputs, 'outputs', this.#program.file.report)).map((entry) =>
      this.#export(entry),
    )
    const inputs = this.#names.inputs.map((input) => variableEntry(input, this.#program.file))
    const stack = this.#stackVariable
    const ofStack = stack === undefined ? [] : [entryNode(stack, stackDeclaration())]
    const tree = mapNode([
      entryNode('version', scalarNode(blueprintVersion), file.tree.entries[0]),
      this.#metadata(),
      section('variables', [...inputs, ...ofStack], config[0]),
      section('values', [...values, ...this.#texts], variables),
      section('datasources', this.#sources.entries(), undefined),
      section('resources', resources, resourcesEntry),
      section('exports', exports, outputs),
    ])
    this.#refuseCircles(values, resources)
    return { tree, names: this.#names, stackVariable: stack, configured: [...configured.values()] }
  }

  #refuseCircles(values: readonly MapEntry[], resources: readonly MapEntry[]): void {
    const { report } = this.#scope
    const all = [
      ...values.map((entry) => ['value', entry] as const),
      ...resources.map((entry) => ['resource', entry] as const),
    ]
    const parts = all.map(([kind, { key, keyStart, value }]) => {
      const node = kind === 'value' ? (field(mapIn(value), 'value')?.value ?? value) : value
      const expression = expressionOf(node, new DiagnosticList(report.source))
      return [`${kind} ${key}`, { key: `${kind} ${key}`, expression, body: value, name: key, keyStart }] as const
    })
    inOrder(new Map(parts), (circle) => {
      const [first] = circle
      if (first === undefined) return
      const names = [...circle, first].map(({ name }) => name).join(' -> ')
      const place = { start: first.keyStart, end: first.keyStart + first.name.length }
      report.error('convert/circular', place, `${first.name} needs itself: ${names}`)
    })
  }

  /** Returns the providers with plain settings by name, if the result is a stack. A stack has them as settings and not as resources. */
  #configured(): ReadonlyMap<string, ConfiguredProvider> {
    const found = new Map<string, ConfiguredProvider>()
    if (this.#request.to === 'blueprint') return found
    for (const { resource, name, type } of this.#names.resources) {
      if (!type.startsWith('pulumi:providers:')) continue
      const { entry, properties } = resource
      const settings = properties === undefined ? mapNode([]) : this.#spec(properties, resource)
      if (settings.kind !== 'map' || settings.entries.some(({ value }) => isComputed(value))) continue
      const pkg = packageOf(type)
      // A provider without its own settings is like the provider of the settings.
      const isNamed = !resource.isDefaultProvider && settings.entries.length > 0
      found.set(name, { pkg, ...(isNamed && { name }), settings: { ...settings, start: entry.keyStart } })
    }
    return found
  }

  #nameOfStack(): string {
    if (this.#stackVariable === undefined) {
      const taken = new Set(this.#names.inputs.map(({ name }) => name))
      let name = 'stack'
      while (taken.has(name)) name = `pulumi_${name}`
      this.#stackVariable = name
    }
    return this.#stackVariable
  }

  /** Returns text as it is, or the key of a value for text that cannot stand inside `${…}`. */
  #kept(text: string): string {
    const known = this.#texts.find(({ value }) => {
      const of = value.kind === 'map' ? field(value, 'value')?.value : undefined
      return of?.kind === 'scalar' && of.text === text.replaceAll('${', '${"${"}')
    })
    if (known !== undefined) return known.key
    const name = this.#names.valueNames.take('text')
    const value = scalarNode(text.replaceAll('${', '${"${"}'))
    this.#texts.push(entryNode(name, mapNode([entryNode('type', scalarNode('string')), entryNode('value', value)])))
    return name
  }

  #metadata(): MapEntry | undefined {
    const { description, others } = this.#program
    const about = others.filter(({ key }) => ['author', 'website', 'license'].includes(key.toLowerCase()))
    const entries = [
      description && entryNode('description', description.value, description),
      ...about.map((entry) => entryNode(entry.key.toLowerCase(), entry.value, entry)),
    ].filter((entry) => entry !== undefined)
    return entries.length === 0 ? undefined : entryNode('metadata', mapNode(entries))
  }

  #value(of: PulumiExpression): TreeNode {
    const type = this.#scope.typeOf(of) ?? 'object'
    return mapNode([entryNode('type', scalarNode(type)), entryNode('value', this.#scope.trees.of(of))], of)
  }

  #resource({ resource, name, type }: NamedResource, configured: ReadonlyMap<string, ConfiguredProvider>): MapEntry {
    const { entry, properties } = resource
    const options = this.#options(resource, type).flatMap((each) => this.#providerOfStack(each, configured) ?? [])
    const beside = options.filter(({ part }) => part === 'beside')
    const inside = options.filter(({ part }) => part === 'options')
    const written = field(entry.value.kind === 'map' ? entry.value : undefined, 'type')
    const spec = properties === undefined ? undefined : this.#spec(properties, resource)
    return entryNode(
      name,
      mapNode(
        [
          entryNode('type', scalarNode(type), written),
          ...joined(beside),
          inside.length === 0 ? undefined : entryNode('options', mapNode(joined(inside)), resource.optionsEntry),
          spec && entryNode('spec', spec, properties),
        ],
        entry.value,
      ),
      entry,
    )
  }

  /** Returns how a stack names a provider: by its configuration in the settings, or not at all if that configuration applies to all resources. */
  #providerOfStack<T extends Converted & { readonly entry?: MapEntry }>(
    option: T,
    configured: ReadonlyMap<string, ConfiguredProvider>,
  ): T | undefined {
    const { key, value, entry } = option
    if (this.#request.to === 'blueprint' || key !== 'provider' || value.kind !== 'scalar') return option
    const name = value.text.replace(/^resources\./, '')
    const found = configured.get(name)
    if (found !== undefined)
      return found.name === undefined ? undefined : { ...option, value: scalarNode(found.name, value) }
    const place = entry === undefined ? value : { start: entry.keyStart, end: entry.keyEnd }
    const why = 'a stack has its providers in the settings, but these settings are computed: use a blueprint'
    const missing = this.#scope.missing(place, `the provider ${name}`, why)
    return { ...option, value: this.#scope.trees.ofExpression(missing, place) }
  }

  #options(resource: ResourceEntry, type: string): readonly (Converted & { readonly entry?: MapEntry })[] {
    const { to } = this.#request
    const written = entriesOf(resource.options).flatMap((entry) => {
      const converted = convertedOption(entry, this.#scope, to)
      return converted === undefined ? [] : [{ ...converted, entry }]
    })
    const provider = this.#names.defaults.get(packageOf(type))
    const isProvider = type.startsWith('pulumi:providers:')
    if (provider === undefined || isProvider || field(resource.options, 'provider') !== undefined) return written
    const named = { part: 'options', key: 'provider', value: scalarNode(`resources.${provider.name}`) } as const
    const version = field(provider.resource.options, 'version')
    const ofVersion = version && convertedOption(version, this.#scope, to)
    return [...written, named, ...(ofVersion === undefined ? [] : [ofVersion])]
  }

  #spec({ value, keyStart: start, keyEnd: end }: MapEntry, { key }: ResourceEntry): TreeNode {
    const given = this.#scope.reader.read(value)
    const written = this.#scope.written(given)
    if (written.kind === 'map') {
      const tree = this.#scope.trees.of(written)
      if (tree.kind === 'map') return tree
    }
    if (written.kind === 'literal' && written.value === null) return mapNode([])
    const missing = this.#scope.missing({ start, end }, `the properties of ${key}`, 'write the properties out as a map')
    return mapNode([entryNode('properties', this.#scope.trees.ofExpression(missing, { start, end }))])
  }

  /** Converts an export. An export has a reference; anything else becomes a value first. */
  #export(entry: MapEntry): MapEntry {
    const { key, value } = entry
    const given = this.#scope.reader.read(value)
    const whole = this.#scope.resourceIn(given)
    const expression: Expression =
      whole === undefined
        ? this.#scope.trees.inside(this.#scope.expression(given))
        : { kind: 'reference', to: 'resource', name: whole.name, path: ['spec'], origin: { start: 0, end: 0 } }
    const type = whole === undefined ? this.#scope.typeOf(given) : 'object'
    if (expression.kind === 'reference' && (type !== undefined || expression.to !== 'resource'))
      return entryNode(validName(key), exported(type ?? 'string', insideText(expression), value), entry)
    const name = this.#names.valueNames.take(validName(key))
    const tree =
      expression.kind === 'reference' ? this.#scope.trees.ofExpression(expression, given) : this.#scope.trees.of(given)
    if (type === undefined && !this.#scope.report.hasErrors)
      this.#scope.report.assumed(
        given,
        `the type of the output ${key} is not known`,
        `values.${name} says object: write its exact type`,
      )
    this.#texts.push(
      entryNode(name, mapNode([entryNode('type', scalarNode(type ?? 'object')), entryNode('value', tree)], value)),
    )
    return entryNode(validName(key), exported(type ?? 'object', `values.${name}`), entry)
  }
}

function mapIn(node: TreeNode): MapNode | undefined {
  return node.kind === 'map' ? node : undefined
}

function exported(type: string, to: string, place?: TreeNode): MapNode {
  return mapNode([entryNode('type', scalarNode(type)), entryNode('field', scalarNode(to))], place)
}

/** Returns true for a value that contains an expression. */
function isComputed(node: TreeNode): boolean {
  if (node.kind === 'scalar') return node.text.replaceAll('${"${"}', '').includes('${')
  if (node.kind === 'list') return node.items.some(isComputed)
  return node.entries.some(({ value }) => isComputed(value))
}

function section(key: string, entries: readonly MapEntry[], from: MapEntry | undefined): MapEntry | undefined {
  return entries.length === 0 ? undefined : entryNode(key, mapNode(entries, from?.value), from)
}

function stackDeclaration(): MapNode {
  return mapNode([
    entryNode('type', scalarNode('string')),
    entryNode('description', scalarNode('The name of the stack, as pulumi.stack.')),
  ])
}

/** Returns the options by key. Lists with the same key become one list, such as `dependsOn` of a parent and of other resources. */
function joined(options: readonly (Converted & { readonly entry?: MapEntry })[]): readonly MapEntry[] {
  const byKey = new Map<string, MapEntry>()
  for (const { key, value, entry } of options) {
    const before = byKey.get(key)
    if (before?.value.kind === 'list' && value.kind === 'list') {
      const texts = new Set(before.value.items.map((item) => (item.kind === 'scalar' ? item.text : '')))
      const more = value.items.filter((item) => item.kind !== 'scalar' || !texts.has(item.text))
      byKey.set(key, { ...before, value: listNode([...before.value.items, ...more], before.value) })
    } else if (before === undefined) byKey.set(key, entryNode(key, value, entry))
  }
  return [...byKey.values()]
}
