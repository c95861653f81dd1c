import type { ValueType } from '@slipway/engine'
import type { MapEntry, MapNode, TreeNode } from '@slipway/source'
import type { PulumiYamlTarget } from './conversion.ts'
import type { ExpressionReader, Invoke, PulumiExpression } from './expression.ts'
import type { KnownPackages } from './known-packages.ts'
import { entryNode, field, listNode, mapNode, scalarNode, UniqueNames, validName } from './nodes.ts'
import type { Report } from './report.ts'

/** The parts of the program that a data source needs. */
interface Around {
  readonly report: Report
  readonly reader: ExpressionReader
  readonly trees: { of(given: PulumiExpression): TreeNode }
  resourceIn(expression: PulumiExpression): { readonly name: string } | undefined
}

interface Source {
  readonly name: string
  readonly type: string
  readonly filters: MapNode['entries']
  readonly body: readonly MapEntry[]
  readonly fields: Map<string, ValueType | undefined>
}

/** The options of `fn::invoke`, each with the reason if it has no counterpart. */
export const invokeOptions: Readonly<Record<string, string>> = {
  provider: 'the option `provider` of a data source; none in a stack, whose functions use the provider of the settings',
  version: 'none: the setting `plugins.pin` chooses a version for all',
  pluginDownloadURL: 'none: name the plugin by a descriptor under `metadata.slipway.plugins`',
  parent: 'none: a function has no parent; name its provider instead',
  dependsOn: 'none: a function is called as soon as its arguments are known',
}

/** The data sources that a program needs: functions with a provider of their own, and outputs of other stacks. */
export class Sources {
  readonly #packages: KnownPackages
  readonly #to: PulumiYamlTarget
  readonly #names = new UniqueNames()
  readonly #ofInvokes = new Map<Invoke, Source>()
  readonly #ofStacks = new Map<string, Source>()
  /** The default providers for functions that are the value of a variable. */
  readonly #defaults = new Map<Invoke, string>()

  constructor(packages: KnownPackages, to: PulumiYamlTarget) {
    this.#packages = packages
    this.#to = to
  }

  /** Notes that a function uses a default provider of the program. */
  usesDefault(invoke: Invoke, provider: string): void {
    if (field(invoke.options, 'provider') === undefined) this.#defaults.set(invoke, provider)
  }

  needsSource(invoke: Invoke): boolean {
    return this.#defaults.has(invoke) || field(invoke.options, 'provider') !== undefined
  }

  loseOptions(options: MapNode | undefined, { report }: Pick<Around, 'report'>, except = ''): void {
    for (const { key, keyStart } of options?.entries ?? []) {
      const option = Object.keys(invokeOptions).find((name) => name.toLowerCase() === key.toLowerCase())
      if (option === undefined || option !== except)
        report.lost(
          { start: keyStart },
          `${key} of fn::invoke`,
          (invokeOptions[option ?? ''] ?? 'there is no such option').replace(/^none: /, ''),
        )
    }
  }

  /** Returns the name of the data source for a function, and exports this field of it. Returns `undefined` after a report. */
  ofInvoke(invoke: Invoke, scope: Around, wanted: string, exported: string): string | undefined {
    const source = this.#ofInvokes.get(invoke) ?? this.#madeFor(invoke, scope, wanted)
    if (source === undefined) return undefined
    this.#ofInvokes.set(invoke, source)
    source.fields.set(exported, undefined)
    return source.name
  }

  #madeFor(invoke: Invoke, scope: Around, wanted: string): Source | undefined {
    const { token, args, options } = invoke
    if (this.#to === 'stack') return undefined
    const given = field(options, 'provider')?.value
    const named = given && scope.resourceIn(scope.reader.read(given))?.name
    const provider = named ?? this.#defaults.get(invoke)
    this.loseOptions(options, scope, 'provider')
    const fields = args?.kind === 'map' ? args.fields : []
    if (provider === undefined || fields.some(({ key, value }) => key.kind !== 'literal' || holdsMap(value)))
      return undefined
    const filters = fields.map(({ key, value }) => {
      const name = key.kind === 'literal' ? String(key.value) : ''
      return mapNode([
        entryNode('field', scalarNode(name)),
        entryNode('operator', scalarNode(value.kind === 'list' ? 'in' : '=')),
        entryNode('search', scope.trees.of(value)),
      ])
    })
    return {
      name: this.#names.take(validName(wanted.replace(/^.*:/, ''))),
      type: this.#packages.invoked(token) ?? token,
      filters: [entryNode('filter', listNode(filters))],
      body: [entryNode('options', mapNode([entryNode('provider', scalarNode(`resources.${provider}`))]))],
      fields: new Map(),
    }
  }

  /** Returns the name of the data source for the outputs of another stack, and exports this output. */
  ofStack(stack: string, output: string, type: ValueType): string {
    const known = this.#ofStacks.get(stack)
    const source = known ?? {
      name: this.#names.take(validName(stack.replace(/^.*\//, '') || stack)),
      type: 'core/exports',
      filters: [
        entryNode(
          'filter',
          mapNode([
            entryNode('field', scalarNode('instance')),
            entryNode('operator', scalarNode('=')),
            entryNode('search', scalarNode(stack)),
          ]),
        ),
      ],
      body: [],
      fields: new Map<string, ValueType | undefined>(),
    }
    this.#ofStacks.set(stack, source)
    if (source.fields.get(output) !== 'array' && source.fields.get(output) !== 'object') source.fields.set(output, type)
    return source.name
  }

  entries(): readonly MapEntry[] {
    return [...this.#ofInvokes.values(), ...this.#ofStacks.values()].map(({ name, type, filters, body, fields }) => {
      const isTyped = [...fields.values()].every((each) => each !== undefined)
      const exported = isTyped
        ? mapNode(
            Array.from(fields, ([each, of]) =>
              entryNode(each, mapNode([entryNode('type', scalarNode(of ?? 'string'))])),
            ),
          )
        : scalarNode('*')
      return entryNode(
        name,
        mapNode([entryNode('type', scalarNode(type)), ...filters, entryNode('exports', exported), ...body]),
      )
    })
  }
}

/** Returns true for a value with a map inside. Filters can only have single values and lists of them. */
function holdsMap(value: PulumiExpression): boolean {
  return (
    value.kind === 'map' ||
    (value.kind === 'list' && value.items.some((item) => item.kind === 'map' || item.kind === 'list'))
  )
}
