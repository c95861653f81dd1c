import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { entryOf, type MapEntry, type TreeNode } from '@slipway/source'
import { badFile, type MapFile, mapOf, readMapFile } from './map-file.ts'
import { fullKey, type PulumiProject } from './pulumi-project.ts'

/** The file of a stack, with its configuration. */
export interface StackFile {
  /** Absolute. */
  readonly file: string
  /** The name of the stack's instance: `shop/dev`. */
  readonly instance: string
  readonly exists: boolean
  readonly encryptionSalt: string | undefined
  readonly secretsProvider: string | undefined
  /** In the order of the file, by full key: `shop:name`. */
  readonly config: ReadonlyMap<string, MapEntry>
  readonly read: MapFile
}

/** Reads the file of a stack, `Pulumi.dev.yaml` for `dev`. A missing file counts as empty. Fails like `pulumiProjectIn`. */
export function readStackFile(project: PulumiProject, stack: string): StackFile {
  const file = stackFilePath(project, stack)
  const exists = existsSync(file)
  const read = exists ? readMapFile(file, 'stack file', project.files) : mapOf(file, '', 'stack file')
  const config = entryOf(read.tree, 'config')
  if (config !== undefined && config.kind !== 'map' && !(config.kind === 'scalar' && config.value === null))
    throw badFile(read, config, 'the configuration is not a map of names and values')
  const entries = new Map<string, MapEntry>()
  for (const entry of config?.kind === 'map' ? config.entries : []) {
    const key = fullKey(project.name, entry.key)
    const before = entries.get(key)
    if (before !== undefined) {
      const { line } = read.source.range(before.keyStart, before.keyEnd).start
      const place = { start: entry.keyStart, end: entry.keyEnd }
      throw badFile(read, place, `${key} is set twice`, `line ${line} sets it, too: remove one of them`)
    }
    entries.set(key, entry)
  }
  return {
    file,
    instance: `${project.name}/${stack}`,
    exists,
    encryptionSalt: textIn(read, 'encryptionsalt'),
    secretsProvider: textIn(read, 'secretsprovider'),
    config: entries,
    read,
  }
}

/** The present or future path of a stack's file. */
export function stackFilePath({ stackFolder }: PulumiProject, stack: string): string {
  const files = ['yaml', 'yml', 'json'].map((ending) => join(stackFolder, `Pulumi.${stack}.${ending}`))
  return files.find((file) => existsSync(file)) ?? (files[0] as string)
}

function textIn(read: MapFile, key: string): string | undefined {
  const node = entryOf(read.tree, key)
  return node?.kind === 'scalar' && typeof node.value === 'string' && node.value !== '' ? node.value : undefined
}

/** The sealed text of a value written as `secure: …`. */
export function sealedText(node: TreeNode): string | undefined {
  if (node.kind !== 'map' || node.entries.length !== 1) return undefined
  const secure = entryOf(node, 'secure')
  return secure?.kind === 'scalar' && typeof secure.value === 'string' ? secure.value : undefined
}
