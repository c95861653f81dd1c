import type { MapEntry, MapNode, TreeNode } from '@slipway/source'
import { isPointer } from '../../settings/given-text.ts'
import { type Input, isSealed, settingNode, splitKey, undeclaredInput } from './inputs.ts'
import { entryNode, field, listNode, mapNode, scalarNode, UniqueNames } from './nodes.ts'
import { entriesOf, mapUnder, type ProgramFile } from './program.ts'

/** The configuration of one stack. */
export interface StackConfig {
  /** The stack's name: `prod` of Pulumi.prod.yaml. */
  readonly stack: string
  readonly file: ProgramFile
  /** The values of the program's own keys. */
  readonly values: readonly { readonly key: string; readonly entry: MapEntry }[]
  /** The settings of providers, by package. */
  readonly settings: ReadonlyMap<string, readonly MapEntry[]>
}

/** Returns the name of the stack whose file has this path; `undefined` for other files. */
export function stackOfFile(path: string): string | undefined {
  return /(?:^|\/)Pulumi\.([^/]+)\.(?:ya?ml|json)$/.exec(path)?.[1]
}

export function readStackConfig(stack: string, file: ProgramFile, project: string): StackConfig {
  const { tree, report } = file
  const values: { key: string; entry: MapEntry }[] = []
  const settings = new Map<string, MapEntry[]>()
  for (const entry of entriesOf(mapUnder(field(tree, 'config'), 'config', report))) {
    const { pkg, name } = splitKey(entry.key, project)
    if (pkg === 'pulumi') report.lost({ start: entry.keyStart }, entry.key, 'it is a setting of Pulumi itself')
    else if (pkg === undefined) values.push({ key: name, entry })
    else settings.set(pkg, [...(settings.get(pkg) ?? []), entryNode(name, entry.value, entry)])
  }
  for (const { key, keyStart } of tree.entries)
    if (!['config', 'encryptionsalt', 'encryptedkey', 'secretsprovider'].includes(key.toLowerCase()))
      report.lost({ start: keyStart }, key, 'environments of Pulumi Cloud have no counterpart: write their values out')
  return { stack, file, values, settings }
}

/** Returns the values that only the files of stacks have and no text declares, each once. */
export function undeclaredIn(stacks: readonly StackConfig[], declared: ReadonlySet<string>): readonly Input[] {
  const names = new UniqueNames()
  return stacks
    .flatMap(({ values }) => values)
    .filter(({ key }) => !declared.has(key) && !names.has(key) && names.take(key) === key)
    .map(({ key, entry }) => undeclaredInput(key, entry))
}

/** Returns the variables file of a stack; `undefined` if the stack gives no values. */
export function variablesTree(
  { stack, file, values }: StackConfig,
  inputs: readonly Input[],
  stackVariable: string | undefined,
): MapNode | undefined {
  const given = values.flatMap(({ key, entry }) => {
    const input = inputs.find(({ configKey }) => configKey === key)
    const value = openTree(entry.value, key, file, `--stack ${stack}`)
    if (value === undefined) return []
    if (input !== undefined) return [entryNode(input.name, textIfMeant(value, input), entry)]
    file.report.lost({ start: entry.keyStart }, entry.key, 'the program does not use it')
    return []
  })
  const entries = stackVariable === undefined ? given : [entryNode(stackVariable, scalarNode(stack)), ...given]
  return entries.length === 0 ? undefined : mapNode(entries)
}

/** Returns the settings of providers in the form of a settings file. */
export function providersTree(
  settings: ReadonlyMap<string, readonly MapEntry[]>,
  file: ProgramFile,
  stack?: string,
): MapEntry | undefined {
  const options = stack === undefined ? '' : `--stack ${stack}`
  const providers = Array.from(settings, ([pkg, entries]) => {
    const own = entries.flatMap((entry) => {
      const value = openTree(entry.value, `${pkg}:${entry.key}`, file, options)
      return value === undefined ? [] : [entryNode(entry.key, settingNode(value), entry)]
    })
    return entryNode(`${pkg}:`, mapNode(own))
  }).filter(({ value }) => value.kind === 'map' && value.entries.length > 0)
  return providers.length === 0 ? undefined : entryNode('providers', mapNode(providers))
}

/** Returns named configurations of providers in the form of a settings file. */
export function configurationsTree(
  configured: readonly { readonly pkg: string; readonly name?: string; readonly settings: MapNode }[],
): MapEntry | undefined {
  const byPackage = new Map<string, MapEntry[]>()
  for (const { pkg, name, settings } of configured) {
    if (name === undefined) continue
    const own = settings.entries.map((entry) => entryNode(entry.key, settingNode(entry.value), entry))
    byPackage.set(pkg, [...(byPackage.get(pkg) ?? []), entryNode(name, mapNode(own))])
  }
  const packages = Array.from(byPackage, ([pkg, entries]) => entryNode(`${pkg}:`, mapNode(entries)))
  return packages.length === 0 ? undefined : entryNode('configurations', mapNode(packages))
}

function textIfMeant(value: TreeNode, { type }: Input): TreeNode {
  return type.name === 'string' && value.kind === 'scalar' && typeof value.value !== 'string'
    ? scalarNode(value.text, value)
    : value
}

/**
 * Returns a value without its encrypted parts, which are reported. Text that would be read as a pointer is marked as text.
 *
 * @param options the options of the command that shows an encrypted part
 */
function openTree(node: TreeNode, key: string, file: ProgramFile, options: string): TreeNode | undefined {
  if (isSealed(node)) {
    const command = ['pulumi config get', options, key].filter(Boolean).join(' ')
    file.report.lost(
      node,
      key,
      `the value is encrypted: ${command} shows it; give it with --var, or env:NAME in the variables file`,
    )
    return undefined
  }
  if (node.kind === 'list')
    return listNode(
      node.items.map((item) => openTree(item, key, file, options)).filter((item) => item !== undefined),
      node,
    )
  if (node.kind === 'map')
    return mapNode(
      node.entries.map((entry) => {
        const value = openTree(
          entry.value,
          `${key}.${entry.key}`,
          file,
          `${options.replace(/ ?--path$/, '')} --path`.trim(),
        )
        return value && entryNode(entry.key, value, entry)
      }),
      node,
    )
  return isPointer(node.value) ? scalarNode(`text:${node.value}`, node) : node
}
