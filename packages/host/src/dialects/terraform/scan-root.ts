import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { partialMarker, type PluginRoot } from '../../layout.ts'
import type { DiscoveryProblem } from '../../discovery-problem.ts'
import type { Dialect, InstalledPlugin, Scan } from '../dialect.ts'
import { filesIn } from '../programs-in.ts'
import { attachedProviders } from './attached.ts'
import { providerProgram } from './program.ts'

/**
 * Finds the providers below a root, `{hostname}/{namespace}/{type}/{version}/terraform-provider-…`, and those that run already. Folders of
 * other dialects have none.
 */
export function scanRoot({ path, origin, holds, ...root }: PluginRoot, dialect: Dialect): Scan {
  const at = { path, origin, ...root, ...(holds !== undefined && { holds }) }
  if (root.dialect !== dialect.name && holds === undefined) return { plugins: [], problems: [] }
  if (origin === 'attached') return scanAttached(at, dialect)
  const plugins: InstalledPlugin[] = []
  const problems: DiscoveryProblem[] = []
  const folders = holds === undefined ? versionsBelow(path) : [{ folder: path, id: holds.name, version: holds.version }]
  for (const { folder, id, version } of folders) {
    const file = filesIn(folder).find((name) => providerProgram.test(name))
    if (file !== undefined && !existsSync(partialMarker(folder)))
      plugins.push(installed(dialect, { id, version, file: join(folder, file), root: at }))
    else problems.push(notWhole(folder, id))
  }
  return { plugins, problems }
}

/** Its id is its address. Only a key of a project makes it serve types, so its namespace is one that no type can have. */
function installed(
  dialect: Dialect,
  about: Pick<InstalledPlugin, 'id' | 'version' | 'file' | 'root'>,
): InstalledPlugin {
  return { ...about, dialect, kind: 'provider', namespace: about.id }
}

function scanAttached(root: PluginRoot, dialect: Dialect): Scan {
  const attached = attachedProviders(root.path)
  if (typeof attached !== 'string')
    return {
      plugins: attached.map(({ id, handshake }) => installed(dialect, { id, version: '', file: handshake, root })),
      problems: [],
    }
  const problem: DiscoveryProblem = {
    code: 'host/not-a-plugin',
    severity: 'warning',
    message: `TF_REATTACH_PROVIDERS cannot be read: ${attached}`,
    file: '',
    hint: 'set it to what the provider prints when you start it with -debug, or unset it',
    concernsNamed: true,
  }
  return { plugins: [], problems: [problem] }
}

function notWhole(folder: string, pluginId: string): DiscoveryProblem {
  const why = existsSync(partialMarker(folder))
    ? 'its installation has not finished'
    : 'it has no program called terraform-provider-…'
  return {
    code: 'host/not-a-plugin',
    severity: 'warning',
    message: `${folder} cannot be launched: ${why}`,
    file: folder,
    pluginId,
    hint: `install the provider again, or remove ${folder}`,
  }
}

function versionsBelow(
  root: string,
): readonly { readonly folder: string; readonly id: string; readonly version: string }[] {
  return below(root)
    .flatMap(below)
    .flatMap(below)
    .flatMap((type) => {
      const id = type
        .slice(root.length + 1)
        .split(sep)
        .join('/')
      return foldersIn(type).flatMap((version) =>
        isVersion(version) ? [{ folder: join(type, version), id, version }] : [],
      )
    })
}

function below(path: string): readonly string[] {
  return foldersIn(path).map((name) => join(path, name))
}

function isVersion(name: string): boolean {
  return /^\d+\.\d+\.\d+/.test(name) && !name.endsWith('.partial')
}

/** Sorted; none of a folder that cannot be read. */
function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
      .sort()
  } catch {
    return []
  }
}
