import { existsSync, readdirSync } from 'node:fs'
import type { DeployPorts } from '../deploy/ports.ts'
import type { PodKind } from '../records/keys.ts'
import type { PodRecord } from '../records/pod-record.ts'

/**
 * The pods in the root that no record has, each as a pod to be removed. In a folder that has never been a node's root, only files of a
 * preparer count, then and later: a user who names the wrong folder must not lose its content.
 */
export async function orphansIn(
  { layout, ids, records, tell }: Pick<DeployPorts, 'layout' | 'ids' | 'records' | 'tell'>,
  wasRoot: boolean,
): Promise<readonly PodRecord[]> {
  const found = [...foldersIn(layout.hooks, 'hook'), ...foldersIn(layout.root, 'pod')]
  if (!wasRoot) {
    const others = found.filter(({ kind, id }) => !existsSync(layout.manifest(kind, id))).map(nameOf)
    await records.note('strangers', JSON.stringify(others))
    if (others.length > 0) tell({ pod: '', message: strangersText(layout.root, others) })
  }
  const strangers = new Set(JSON.parse((await records.noted('strangers')) ?? '[]') as readonly string[])
  return found
    .filter((folder) => !strangers.has(nameOf(folder)))
    .map(({ kind, id }) => ({ kind, id, removal: { step: 'halt', token: ids.next() } }))
}

interface Folder {
  readonly kind: PodKind
  readonly id: string
}

function foldersIn(folder: string, kind: PodKind): readonly Folder[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'hooks')
      .map(({ name }) => ({ kind, id: name }))
  } catch {
    return []
  }
}

function nameOf({ kind, id }: Folder): string {
  return kind === 'hook' ? `hooks/${id}` : id
}

function strangersText(root: string, names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `${root} contains folders that are not pods; they stay: ${names.slice(0, 5).join(', ')}${more}`
}
