import { type Descriptor, descriptorKey, descriptorOfKey, descriptorText } from '@slipway/installer'
import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { ignore, type Observer } from '../events.ts'
import { findProject, type Project } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { tellIgnored } from '../trust/tell-left-out.ts'
import { type Installation, type InstallWish, installWanted } from './install-plugins.ts'
import { lockFileOf } from './lock-of.ts'
import { demandTrust } from './on-demand.ts'
import { neededByProject } from './needed-by-project.ts'

export interface UpdateRequest extends InstallWish {
  /** The descriptors as in the lock file, or only their last parts: `pulumi:random`, `random`. Empty: all plugins. */
  readonly names: readonly string[]
}

/**
 * Resolves the versions of a project's plugins anew, within the project's ranges, and rewrites their lock file entries.
 *
 * @throws Failure `install/untrusted`, `install/no-such-plugin`
 */
export async function updatePlugins(
  slipway: Slipway,
  request: UpdateRequest,
  observe: Observer = ignore,
): Promise<Installation> {
  const project = await findProject(slipway, request, 'looks', true)
  demandTrust(project.trust)
  tellIgnored(project, observe)
  const all = await lockedAndNeeded(slipway, project)
  const wanted = request.names.length === 0 ? all : request.names.flatMap((name) => named(name, all))
  return await installWanted(slipway, project, { ...request, wanted, update: true }, observe)
}

/** Returns the plugins that the project needs, and others in its lock file, with their locked descriptors. */
export async function lockedAndNeeded(slipway: Slipway, project: Project): Promise<readonly Descriptor[]> {
  const needed = await neededByProject(slipway, project)
  const keys = new Set(needed.map(descriptorKey))
  const entries = lockFileOf(project.folders.project)?.entries ?? []
  const locked = entries.map(({ descriptor, ...entry }) => descriptorOfKey(descriptor, entry))
  return [...needed, ...locked.filter((each) => !keys.has(descriptorKey(each)))]
}

function named(name: string, all: readonly Descriptor[]): readonly Descriptor[] {
  const texts = all.map((each) => descriptorText({ form: each.form }))
  const found = all.filter((_, index) => isCalled(name, texts[index] ?? ''))
  if (found.length > 0) return found
  throw new Failure('install/no-such-plugin', `this project needs no plugin called ${name}`, {
    hint:
      didYouMean(name, [...texts, ...texts.map(endOf)]) ??
      (texts.length === 0 ? 'it needs none at all' : `it needs ${texts.join(', ')}`),
  })
}

/** Returns the last part of a descriptor: `random` for `pulumi:random`. */
function endOf(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1)
}

/** True if a name is the descriptor or its last part: `random` for `pulumi:random`, `aws` for `celerity/aws`. */
export function isCalled(name: string, text: string): boolean {
  return text === name || endOf(text) === name
}
