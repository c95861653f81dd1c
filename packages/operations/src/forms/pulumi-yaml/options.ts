import type { MapEntry, TreeNode } from '@slipway/source'
import type { PulumiYamlTarget } from './conversion.ts'
import type { PulumiExpression } from './expression.ts'
import { entryNode, listNode, mapNode, scalarNode, validName } from './nodes.ts'
import type { Scope } from './scope.ts'

/** The place of a counterpart in a resource of a blueprint: beside `spec`, or under `options`. */
type Part = 'beside' | 'options'

export interface Converted {
  readonly part: Part
  readonly key: string
  readonly value: TreeNode
}

interface Asked {
  readonly entry: MapEntry
  readonly value: PulumiExpression
  readonly scope: Scope
  readonly to: PulumiYamlTarget
}

/** An option of a resource and its counterpart. */
export interface OptionRow {
  /** The counterpart for the reference; with `none`, the reason. */
  readonly becomes: string
  readonly none?: string
  readonly convert?: (asked: Asked) => Converted | undefined
}

const option = (key: string, value: TreeNode): Converted => ({ part: 'options', key, value })

/** Returns the value unchanged. */
const same =
  (key: string) =>
  ({ value, scope }: Asked): Converted =>
    option(key, scope.trees.of(value))

/** All options of resources. `docs/reference/from-pulumi-yaml.md` has a row for each. */
export const pulumiOptions = {
  additionalSecretOutputs: {
    becomes: 'none',
    none: 'only the schema of a plugin says which outputs are secret; mark them where they are used: `sensitive(…)`',
  },
  aliases: { becomes: '`aliases`: the names in it', convert: aliases },
  customTimeouts: { becomes: '`timeouts`, with `destroy` for `delete`', convert: timeouts },
  deleteBeforeReplace: { becomes: '`replaceOrder: destroy-first`, or `create-first` for false', convert: replaceOrder },
  deletedWith: {
    becomes: '`deletedWith`',
    convert: (asked) => named(asked, asked.value, (name) => option('deletedWith', scalarNode(name, asked.value))),
  },
  dependsOn: { becomes: '`dependsOn`, beside `spec`', convert: dependsOn },
  envVarMappings: { becomes: 'none', none: 'a provider sees the environment of Slipway: `plugins.env`' },
  hideDiffs: { becomes: 'none', none: 'a plan shows everything that changes' },
  ignoreChanges: { becomes: '`ignoreChanges`', convert: same('ignoreChanges') },
  import: { becomes: '`import`', convert: same('import') },
  parent: { becomes: '`dependsOn`; names have no parents', convert: parent },
  pluginDownloadURL: {
    becomes: 'none',
    none: 'name the plugin by a descriptor under `metadata.slipway.plugins`, such as `github:acme/pulumi-acme`',
  },
  protect: { becomes: '`protect`', convert: same('protect') },
  provider: {
    becomes: '`provider: resources.NAME`',
    convert: (asked) =>
      named(asked, asked.value, (name) => option('provider', scalarNode(`resources.${name}`, asked.value))),
  },
  providers: { becomes: 'none', none: 'a component takes the configuration of its providers from the settings' },
  replaceOnChanges: { becomes: '`replaceOnChanges`', convert: same('replaceOnChanges') },
  replaceWith: { becomes: '`replaceTriggeredBy`: the ids of these resources; none in a stack', convert: replaceWith },
  replacementTrigger: { becomes: '`replaceTriggeredBy`; none in a stack', convert: replacementTrigger },
  retainOnDelete: { becomes: '`removalPolicy: retain`, beside `spec`', convert: removalPolicy },
  version: { becomes: '`version`', convert: version },
} as const satisfies Readonly<Record<string, OptionRow>>

export type PulumiOption = keyof typeof pulumiOptions

const noTriggers = 'a stack has no replaceTriggeredBy: use a blueprint'

/** Returns the counterpart of an option; `undefined` after a report. */
export function convertedOption(entry: MapEntry, scope: Scope, to: PulumiYamlTarget): Converted | undefined {
  const name = (Object.keys(pulumiOptions) as readonly PulumiOption[]).find(
    (each) => each.toLowerCase() === entry.key.toLowerCase(),
  )
  const row: OptionRow =
    name === undefined ? { becomes: '', none: 'Pulumi YAML has no such option' } : pulumiOptions[name]
  if (row.convert !== undefined) return row.convert({ entry, value: scope.reader.read(entry.value), scope, to })
  scope.report.lost({ start: entry.keyStart }, `the option ${entry.key}`, row.none ?? 'it has no counterpart')
  return undefined
}

function lost({ entry, scope }: Asked, why: string): undefined {
  scope.report.lost({ start: entry.keyStart }, `the option ${entry.key}`, why)
  return undefined
}

function named(asked: Asked, value: PulumiExpression, make: (name: string) => Converted): Converted | undefined {
  const found = asked.scope.resourceIn(value)
  return found === undefined ? lost(asked, 'it does not name a resource of this program') : make(found.name)
}

function flag({ value, scope }: Asked): boolean | undefined {
  const written = scope.written(value)
  return written.kind === 'literal' && typeof written.value === 'boolean' ? written.value : undefined
}

function replaceOrder(asked: Asked): Converted | undefined {
  const isFirst = flag(asked)
  if (isFirst === undefined) return lost(asked, 'it must be true or false')
  return option('replaceOrder', scalarNode(isFirst ? 'destroy-first' : 'create-first', asked.value))
}

function removalPolicy(asked: Asked): Converted | undefined {
  const isKept = flag(asked)
  if (isKept === undefined) return lost(asked, 'it must be true or false')
  return { part: 'beside', key: 'removalPolicy', value: scalarNode(isKept ? 'retain' : 'delete', asked.value) }
}

function version(asked: Asked): Converted | undefined {
  const { value } = asked
  if (value.kind !== 'literal') return lost(asked, 'it must be written out')
  return option('version', scalarNode(String(value.value).replace(/^v/, ''), value))
}

/** Returns the resources of a list, which may be the value of a variable. */
function resourcesIn(asked: Asked): readonly string[] | undefined {
  const { scope } = asked
  const written = scope.written(asked.value)
  const items = written.kind === 'list' ? written.items : [written]
  const names = items.map((item) => scope.resourceIn(item)?.name)
  return names.includes(undefined) ? undefined : names.filter((name) => name !== undefined)
}

function dependsOn(asked: Asked): Converted | undefined {
  const names = resourcesIn(asked)
  if (names === undefined) return lost(asked, 'it names something that is not a resource of this program')
  return {
    part: 'beside',
    key: 'dependsOn',
    value: listNode(
      names.map((name) => scalarNode(name)),
      asked.value,
    ),
  }
}

function parent(asked: Asked): Converted | undefined {
  const found = asked.scope.resourceIn(asked.value)
  lost(asked, 'names have no parents here; the resource is made after it and destroyed before it')
  if (found === undefined) return undefined
  return { part: 'beside', key: 'dependsOn', value: listNode([scalarNode(found.name)]) }
}

function timeouts(asked: Asked): Converted | undefined {
  const { value, scope } = asked
  if (value.kind !== 'map') return lost(asked, 'it must be a map')
  const entries = value.fields.map(({ key, keyStart, keyEnd, value: time }) => {
    const name = key.kind === 'literal' ? String(key.value).toLowerCase() : ''
    const own = name === 'delete' ? 'destroy' : name
    return entryNode(own, scope.trees.of(time), { keyStart, keyEnd })
  })
  return option('timeouts', mapNode(entries, value))
}

function aliases(asked: Asked): Converted | undefined {
  const { value } = asked
  const names = value.kind === 'list' ? value.items.flatMap((item) => aliasName(asked, item) ?? []) : []
  if (value.kind !== 'list') return lost(asked, 'it must be a list')
  return names.length === 0 ? undefined : option('aliases', listNode(names, value))
}

function aliasName(asked: Asked, item: PulumiExpression): TreeNode | undefined {
  const { scope } = asked
  const lostHere = (why: string): undefined => {
    scope.report.lost(item, 'an alias', why)
    return undefined
  }
  if (item.kind === 'literal' && typeof item.value === 'string')
    return scalarNode(validName(item.value.slice(item.value.lastIndexOf('::') + 2)), item)
  if (item.kind !== 'map') return lostHere('it must be written out')
  const others = item.fields.filter(({ key }) => key.kind !== 'literal' || !['name', 'urn'].includes(String(key.value)))
  const field = item.fields.find((each) => !others.includes(each))
  const words = others.map(({ key }) => (key.kind === 'literal' ? String(key.value) : '')).join(', ')
  if (others.length > 0)
    lostHere(`${words}: a resource is found by its type and name alone, wherever it was in a stack`)
  if (field === undefined) return undefined
  if (field.value.kind !== 'literal') return lostHere('it must be written out')
  const text = String(field.value.value)
  return scalarNode(validName(text.slice(text.includes('::') ? text.lastIndexOf('::') + 2 : 0)), item)
}

function replaceWith(asked: Asked): Converted | undefined {
  if (asked.to === 'stack') return lost(asked, noTriggers)
  const names = resourcesIn(asked)
  if (names === undefined) return lost(asked, 'it names something that is not a resource of this program')
  const ids = names.map((name) =>
    scalarNode(`\${resources[${JSON.stringify(name)}].spec.id}`.replace(/\["([A-Za-z_]\w*)"\]/, '.$1')),
  )
  return option('replaceTriggeredBy', listNode(ids, asked.value))
}

function replacementTrigger(asked: Asked): Converted | undefined {
  if (asked.to === 'stack') return lost(asked, noTriggers)
  return option('replaceTriggeredBy', listNode([asked.scope.trees.of(asked.value)], asked.value))
}
