import { join } from 'node:path'
import { isList, isMap, messageOf, type Value } from '@slipway/model'
import { readYaml, treeToValue } from '@slipway/source'
import { readSmallFile } from '../../../read-small-file.ts'
import type { PulumiKind } from './kinds.ts'

/** A plugin that a project names by its path. */
interface NamedPlugin {
  readonly kind: PulumiKind
  readonly name: string
  /** Empty if the project names none. */
  readonly version: string
  /** Relative to the project. */
  readonly path: string
}

interface NamedPlugins {
  readonly plugins: readonly NamedPlugin[]
  readonly problem?: { readonly file: string; readonly message: string }
}

const sections: Readonly<Record<string, PulumiKind>> = {
  providers: 'resource',
  languages: 'language',
  analyzers: 'analyzer',
}

/** The `plugins:` of a Pulumi.yaml in this folder; empty if there is no such file. Never fails. */
export function namedByProject(folder: string): NamedPlugins {
  for (const name of ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json']) {
    const file = join(folder, name)
    const text = readSmallFile(file)
    if (text === undefined) continue
    try {
      return { plugins: named(readMap(file, text)) }
    } catch (error) {
      return { plugins: [], problem: { file, message: messageOf(error) } }
    }
  }
  return { plugins: [] }
}

/**
 * Reads a YAML file that must be a map.
 * @throws an error with the mistake and its place
 */
export function readMap(file: string, text: string): Readonly<Record<string, Value>> {
  const { tree, diagnostics } = readYaml(file, text)
  const wrong = diagnostics.find(({ severity }) => severity === 'error')
  if (wrong !== undefined) throw new TypeError(`${file}:${wrong.range?.start.line ?? 1}: ${wrong.message}`)
  const value = tree === undefined ? null : treeToValue(tree)
  if (!isMap(value)) throw new TypeError(`${file} is not a map of names and values`)
  return value
}

function named({ plugins = null }: Readonly<Record<string, Value>>): readonly NamedPlugin[] {
  if (!isMap(plugins)) return []
  return Object.entries(sections).flatMap(([section, kind]) => {
    const listed = plugins[section]
    return isList(listed) ? listed.flatMap((entry) => pluginOf(kind, entry)) : []
  })
}

function pluginOf(kind: PulumiKind, entry: Value): readonly NamedPlugin[] {
  if (!isMap(entry)) return []
  const { name, version, path } = entry
  if (typeof name !== 'string' || typeof path !== 'string') return []
  return [{ kind, name, path, version: typeof version === 'string' ? version.replace(/^v/, '') : '' }]
}
