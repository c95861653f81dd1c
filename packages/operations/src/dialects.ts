import { join } from 'node:path'
import {
  deployEngine,
  pluginRoots,
  pulumi,
  pulumiRoots,
  type Dialect,
  type PluginRoot,
  type RootOptions,
} from '@slipway/host'
import { projectFileIn } from '@slipway/programs/stacks/project-file'

/** The plugin dialects that Slipway speaks. A new dialect is added here, and nothing else changes. */
export const dialects: readonly Dialect[] = [deployEngine, pulumi]

/** The roots of plugins other than those that the settings name, in order of priority. */
export function rootsOf(options: RootOptions & { readonly project: string }): readonly PluginRoot[] {
  return [
    projectRoot(options.project, deployEngine),
    ...pluginRoots(options),
    ...pulumiRoots({ ...options, bundled: bundledOf(options) }),
  ]
}

/** Where the plugins of one dialect are found that a project brings: none of them is looked for in an untrusted folder. */
export function projectRoot(path: string, { name: dialect }: Dialect): PluginRoot {
  return { path, origin: 'project', dialect }
}

/** They are built side by side. Dynamic providers run in the SDK of a program, so they are of use only where there is one. */
function bundledOf({ bundledRoot, project }: RootOptions & { readonly project: string }): readonly string[] {
  if (bundledRoot === undefined) return []
  const folders = projectFileIn(project) === undefined ? ['languages'] : ['languages', 'dynamic']
  return folders.map((folder) => join(bundledRoot, '..', folder))
}
