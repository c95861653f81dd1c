import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isMap, type ValueMap, valueMap } from '@slipway/model'
import { didYouMean, entryOf, type MapEntry, nearest, type TreeNode, treeToValue } from '@slipway/source'
import { type ConfigType, configTypes, type DeclaredConfig } from './declared-config.ts'
import type { TextFiles } from '@slipway/source/files'
import { badFile, type MapFile, readMapFile } from './map-file.ts'
import { projectFileIn } from './project-file.ts'

/** A folder with a program, described by its Pulumi.yaml. */
export interface PulumiProject {
  /** The absolute path of Pulumi.yaml. */
  readonly file: string
  /** The base of relative paths in Pulumi.yaml. */
  readonly directory: string
  readonly name: string
  readonly runtime: { readonly name: string; readonly options: ValueMap }
  /** The folder or file of the program, relative to the project's folder. Absent: that folder itself. */
  readonly main?: string
  readonly description?: string
  /** Existing resources are read before each plan and each run: `options: {refresh: always}`. */
  readonly isRefreshed: boolean
  /** The program's packages, as written. */
  readonly packages: ValueMap
  /** The absolute folder of the stacks' files. */
  readonly stackFolder: string
  /** The declared configuration values, with defaults for stacks that set none. */
  readonly declared: readonly DeclaredConfig[]
  /** Reads the project's files. */
  readonly files: TextFiles
}

/** Also part of the names of instances and of files. */
const projectName = /^[A-Za-z0-9_.-]{1,100}$/

/**
 * The project of a folder, `undefined` where there is none.
 *
 * @throws DiagnosticsFailure `stack/bad-file` with the wrong line; Failure if the file is unreadable
 */
export function pulumiProjectIn(folder: string, files: TextFiles): PulumiProject | undefined {
  const file = projectFileIn(folder)
  return file === undefined ? undefined : { ...readProject(folder, readMapFile(file, 'project', files)), files }
}

function readProject(directory: string, read: MapFile): Omit<PulumiProject, 'files'> {
  const name = required(read, 'name', 'name: shop')
  if (!projectName.test(name.text)) {
    const hint = 'a name has letters, digits, dots, hyphens and underscores, at most 100'
    throw badFile(read, name.node, `"${name.text.slice(0, 100)}" is not a valid project name`, hint)
  }
  const [main, description, folder] = ['main', 'description', 'stackConfigDir'].map((key) => textAt(read, key))
  const config = entryOf(read.tree, 'config')
  if (main !== undefined && !existsSync(resolve(directory, main)))
    throw badFile(
      read,
      entryOf(read.tree, 'main') ?? read.tree,
      `there is no ${resolve(directory, main)}`,
      'main is a folder or a file',
    )
  // A text instead of the map is the old form of stackConfigDir.
  const stackFolder = folder ?? (config?.kind === 'scalar' && typeof config.value === 'string' ? config.value : '.')
  return {
    file: read.file,
    directory,
    name: name.text,
    runtime: runtimeOf(read),
    ...(main !== undefined && main !== '' && { main }),
    ...(description !== undefined && { description }),
    isRefreshed: isRefreshed(read),
    packages: packagesOf(read),
    stackFolder: resolve(directory, stackFolder),
    declared: config?.kind === 'map' ? config.entries.map((entry) => declaredBy(read, name.text, entry)) : [],
  }
}

function packagesOf(read: MapFile): ValueMap {
  const node = entryOf(read.tree, 'packages')
  const value = node === undefined ? null : treeToValue(node)
  if (value === null) return valueMap()
  if (isMap(value)) return value
  throw badFile(read, node ?? read.tree, 'packages is not a map of names', 'write "random: random@4.19.0" in it')
}

function isRefreshed(read: MapFile): boolean {
  const options = entryOf(read.tree, 'options')
  const refresh = options?.kind === 'map' ? entryOf(options, 'refresh') : undefined
  if (refresh === undefined) return false
  if (refresh.kind === 'scalar' && refresh.value === 'always') return true
  throw badFile(read, refresh, 'options.refresh has the wrong type', 'write "refresh: always", or leave it out')
}

function required(read: MapFile, key: string, example: string): { readonly text: string; readonly node: TreeNode } {
  const node = entryOf(read.tree, key)
  if (node?.kind === 'scalar' && typeof node.value === 'string' && node.value !== '') return { text: node.value, node }
  const mistyped = nearest(
    key,
    read.tree.entries.map((entry) => entry.key),
  )
  const instead = mistyped === undefined || mistyped === key ? '' : `, instead of "${mistyped}"`
  throw badFile(read, node ?? { start: 0, end: 0 }, `the project has no ${key}`, `write "${example}"${instead}`)
}

function runtimeOf(read: MapFile): PulumiProject['runtime'] {
  const node = entryOf(read.tree, 'runtime')
  if (node?.kind !== 'map') return { name: required(read, 'runtime', 'runtime: nodejs').text, options: valueMap() }
  const name = entryOf(node, 'name')
  if (name?.kind !== 'scalar' || typeof name.value !== 'string')
    throw badFile(read, node, 'the runtime has no name', 'write "name: nodejs" in it')
  const options = entryOf(node, 'options')
  const value = options === undefined ? null : treeToValue(options)
  if (value !== null && !isMap(value))
    throw badFile(read, options ?? node, 'the options of the runtime are not a map of names and values')
  return { name: name.value, options: value ?? valueMap() }
}

function textAt(read: MapFile, key: string): string | undefined {
  const node = entryOf(read.tree, key)
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return undefined
  if (node.kind === 'scalar' && typeof node.value === 'string') return node.value
  throw badFile(read, node, `${key} is not text`)
}

const typedKeys = new Set(['type', 'description', 'default', 'value', 'items', 'secret', 'additionalProperties'])

/** Reads a declaration: `name: {type: string}`, or `name: value` for a default for all stacks. */
function declaredBy(read: MapFile, project: string, { key, keyStart, keyEnd, value: node }: MapEntry): DeclaredConfig {
  const full = fullKey(project, key)
  const isTyped = node.kind === 'map' && node.entries.every((entry) => typedKeys.has(entry.key))
  if (node.kind !== 'map' || !isTyped) return { key: full, secret: false, default: treeToValue(node) }
  const type = typeOf(read, node)
  const given = entryOf(node, 'default') ?? entryOf(node, 'value')
  const isOwn = full.startsWith(`${project}:`)
  if (!isOwn && (type !== undefined || entryOf(node, 'default') !== undefined)) {
    const message = `${key} belongs to another package than this program: it can only have a value`
    throw badFile(read, { start: keyStart, end: keyEnd }, message, 'write "value: VALUE" below it')
  }
  const description = entryOf(node, 'description')
  return {
    key: full,
    ...(type !== undefined && { type }),
    ...(given !== undefined && { default: treeToValue(given) }),
    ...(description?.kind === 'scalar' && { description: description.text }),
    secret: isTrue(entryOf(node, 'secret')),
  }
}

function typeOf(read: MapFile, node: TreeNode): ConfigType | undefined {
  const named = node.kind === 'map' ? entryOf(node, 'type') : undefined
  if (named === undefined) return undefined
  const text = named.kind === 'scalar' ? named.text : ''
  const name = configTypes.find((known) => known === text)
  if (name === undefined)
    throw badFile(read, named, `"${text}" is not a configuration type`, didYouMean(text, configTypes) ?? types)
  const items = node.kind === 'map' ? entryOf(node, 'items') : undefined
  const inner = name === 'array' && items !== undefined ? typeOf(read, items) : undefined
  return { name, ...(inner !== undefined && { items: inner }) }
}

const types = `there are: ${configTypes.join(', ')}`

function isTrue(node: TreeNode | undefined): boolean {
  return node?.kind === 'scalar' && node.value === true
}

/** The full key: `shop:name` for `name` and for the old form `shop:config:name`. */
export function fullKey(project: string, key: string): string {
  const old = /^([^:]+):config:(.+)$/.exec(key)
  if (old !== null) return `${old[1]}:${old[2]}`
  return key.includes(':') ? key : `${project}:${key}`
}
