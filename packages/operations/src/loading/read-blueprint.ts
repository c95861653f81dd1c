import { type Blueprint, type GivenVariable, loadChildren, readBlueprint, Unchecked } from '@slipway/engine'
import { DiagnosticsFailure } from '@slipway/model'
import type { BlueprintFile } from '../project/find-blueprint.ts'
import type { Project } from '../project/project.ts'
import { givenVariables, ownVariables, type VariableSources } from '../project/variables.ts'
import type { Slipway } from '../slipway.ts'
import { blueprintText } from './blueprint-text.ts'

export type LoadableProject = Pick<Project, 'settings' | 'folders' | 'files' | 'trust'> &
  Partial<Pick<Project, 'instance'>> & {
    readonly blueprint: BlueprintFile
  }

export function readRoot(project: LoadableProject, text = blueprintText(project)): Blueprint {
  const { blueprint, diagnostics } = readBlueprint(project.blueprint.file, text)
  if (blueprint === undefined) throw new DiagnosticsFailure(diagnostics)
  return blueprint
}

/** Returns the names of a blueprint's variables, and of the variables that are lists or maps. */
export function namesOf({ variables }: Blueprint): Pick<VariableSources, 'declared' | 'nested'> {
  const several = [...variables.values()].filter(({ shape }) => shape !== undefined)
  return { declared: new Set(variables.keys()), nested: new Set(several.map(({ name }) => name)) }
}

/** Reads a blueprint with its includes, as far as possible without missing values. Used for lookups before a command has all values. */
export async function readWithChildren(slipway: Slipway, project: LoadableProject): Promise<Blueprint> {
  const blueprint = readRoot(project)
  if (blueprint.includes.size === 0) return blueprint
  const { env, cwd } = slipway
  const variables = givenVariables({ env, cwd, ...namesOf(blueprint), own: ownVariables(project, true) })
  return await joined(slipway, project, blueprint, variables, new Unchecked())
}

/** Returns the blueprint joined with its included blueprints. */
export async function joined(
  slipway: Slipway,
  { blueprint: { directory }, settings, files, trust }: LoadableProject,
  blueprint: Blueprint,
  variables: ReadonlyMap<string, GivenVariable>,
  unchecked?: Unchecked,
): Promise<Blueprint> {
  if (blueprint.includes.size === 0) return blueprint
  const { childSources } = await import('./child-sources.ts')
  const depth = settings.number('include', 'depth')
  const sources = childSources(slipway, { folder: directory, depth, files, trust })
  return loadChildren(blueprint, variables, sources, unchecked)
}
