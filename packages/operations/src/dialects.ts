import { join } from 'node:path'
import {
  deployEngine,
  pluginRoots,
  pulumi,
  pulumiRoots,
  terraform,
  terraformRoots,
  type Dialect,
  type PluginRoot,
  type RootOptions,
} from '@slipway/host'
import { projectFileIn } from '@slipway/programs/stacks/project-file'

/** The plugin dialects that Slipway speaks. To add a dialect, change only this list. */
export const dialects: readonly Dialect[] = [deployEngine, pulumi, terraform]

/** Returns the plugin roots that are not in the settings, in order of priority. */
export function rootsOf(options: RootOptions & { readonly project: string }): readonly PluginRoot[] {
  return [
    projectRoot(options.project, deployEngine),
    ...pluginRoots(options),
    ...pulumiRoots({ ...options, bundled: bundledOf(options) }),
    ...terraformRoots(options),
  ]
}

/** Returns the root of a project's own plugins of one dialect. An untrusted folder is not searched. */
export function projectRoot(path: string, { name: dialect }: Dialect): PluginRoot {
  return { path, origin: 'project', dialect }
}

/** Returns the folders of bundled Pulumi plugins, beside the bundled root. Dynamic providers run in a program's SDK, so only a program needs them. */
function bundledOf({ bundledRoot, project }: RootOptions & { readonly project: string }): readonly string[] {
  if (bundledRoot === undefined) return []
  const folders = projectFileIn(project) === undefined ? ['languages'] : ['languages', 'dynamic']
  return folders.map((folder) => join(bundledRoot, '..', folder))
}
