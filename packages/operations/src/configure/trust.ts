import { relative, resolve } from 'node:path'
import { Failure, shownPath } from '@slipway/model'
import { isDirectory } from '../reading/task-folders.ts'
import { loadSettings } from '../settings/load.ts'
import type { Slipway } from '../slipway.ts'
import { typesDefinedIn } from '../plugins/source-plugins.ts'
import { broughtBy } from '../project/brings.ts'
import { broughtStack, stacksIn } from '../project/find-stack.ts'
import { broughtByVariablesIn, instancesWithSettings } from '../project/variables-files.ts'
import { trustedFoldersOf } from '../trust/folder-trust.ts'
import { projectFiles } from '../trust/project-files.ts'
import type { Brought } from '../trust/trust-mode.ts'
import { isAsItWas, type TrustedFolder } from '../trust/trusted-folders.ts'

export interface NowTrusted extends TrustedFolder {
  /** The brought things that the folder may run or read from now on, for all its instances. */
  readonly brings: readonly Brought[]
}

/**
 * Remembers that a folder, and folders below it in the same repository, may run their own code.
 *
 * @throws Failure `cli/no-such-file`, `cli/unwritable-file`
 */
export async function trustFolder({ env, cwd }: Slipway, named = '.'): Promise<NowTrusted> {
  const folder = resolve(cwd, named)
  if (!isDirectory(folder))
    throw new Failure('cli/no-such-file', `there is no folder ${shownPath(folder)}`, {
      hint: 'name a folder: Slipway trusts whole folders, not files',
    })
  const trusted = trustedFoldersOf(env).add(folder)
  return { ...trusted, brings: await broughtNow(trusted.folder, env) }
}

/** The brought things of a folder. Ignores mistakes in its files: the next command there reports them. */
async function broughtNow(folder: string, env: NodeJS.ProcessEnv): Promise<readonly Brought[]> {
  try {
    const instances = [undefined, ...instancesWithSettings(folder)]
    const settings = await Promise.all(instances.map((instance) => loadSettings({ directory: folder, env, instance })))
    const things = settings.flatMap(({ ofProject }) => broughtBy({ folder, settings: ofProject, env }).things)
    return [
      ...new Map(things.map((thing) => [JSON.stringify(thing), thing])).values(),
      ...stacksIn(folder).map(broughtStack),
      ...broughtByVariablesIn(folder, projectFiles({ env }, folder)),
      ...ownResourcesIn(folder),
    ]
  } catch {
    return []
  }
}

/** Types defined in sources, each of which runs as a plugin. */
function ownResourcesIn(folder: string): readonly Brought[] {
  return [...typesDefinedIn(folder)].flatMap(([type, files]) =>
    [...files].map((file) => ({ what: `resource ${type}`, place: relative(folder, file) })),
  )
}

export interface ListedTrust extends TrustedFolder {
  /** False: the folder, its owner or its repository has changed, so the folder is no longer trusted. */
  readonly isAsItWas: boolean
}

/** The folders that the user has trusted, sorted by path. */
export function listTrusted({ env }: Pick<Slipway, 'env'>): readonly ListedTrust[] {
  return trustedFoldersOf(env)
    .list()
    .map((trusted) => {
      const { folder, owner, repository } = trusted
      return { folder, owner, repository, isAsItWas: isAsItWas(trusted) }
    })
}

export interface NoLongerTrusted {
  /** Absolute. */
  readonly folder: string
  /** False: this folder itself was not trusted. */
  readonly wasTrusted: boolean
  /** A trusted parent folder that covers this folder. */
  readonly coveredBy?: string
}

/** Forgets that a folder is trusted. */
export function forgetTrust({ env, cwd }: Slipway, named = '.'): NoLongerTrusted {
  const folder = resolve(cwd, named)
  const folders = trustedFoldersOf(env)
  const wasTrusted = folders.remove(folder)
  const { folder: coveredBy } = folders.covering(folder) ?? {}
  return { folder, wasTrusted, ...(coveredBy !== undefined && { coveredBy }) }
}
