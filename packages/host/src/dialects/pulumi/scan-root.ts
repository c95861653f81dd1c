import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { formatPluginId, parsePluginId } from '@slipway/model'
import valid from 'semver/functions/valid.js'
import type { DiscoveryProblem } from '../../discovery-problem.ts'
import type { Environment, PluginRoot } from '../../layout.ts'
import type { Dialect, InstalledPlugin, Scan } from '../dialect.ts'

/** Pulumi's own plugin folder: `<home>/plugins/resource-random-v4.21.2/pulumi-resource-random`. */
export function pulumiRoot({ env, home }: { readonly env: Environment; readonly home: string }): PluginRoot {
  return { path: join(env['PULUMI_HOME'] || join(home, '.pulumi'), 'plugins'), origin: 'default' }
}

/** Namespaces end with the colon of the tokens that they begin: a plugin `random` of another dialect is another one. */
export function scanRoot(root: PluginRoot, dialect: Dialect): Scan {
  const plugins: InstalledPlugin[] = []
  const problems: DiscoveryProblem[] = []
  for (const folder of foldersIn(root.path)) {
    const [, name = '', version = ''] = /^resource-(.+?)-v(\d.*)$/.exec(folder) ?? []
    const id = parsePluginId(`pulumi/${name}`)
    if (id === undefined || valid(version) === null) continue
    const pluginId = formatPluginId(id)
    const file = join(root.path, folder, `pulumi-resource-${name}`)
    const why = unusable(join(root.path, folder), file)
    if (why === undefined)
      plugins.push({ id: pluginId, dialect, kind: 'provider', namespace: `${name}:`, version, file, root })
    else
      problems.push({
        code: 'host/not-a-plugin',
        severity: 'warning',
        message: `${folder} in ${root.path} cannot be launched: ${why}`,
        file: join(root.path, folder),
        pluginId,
      })
  }
  return { plugins, problems }
}

/** Sorted; none where there is nothing to look at, which somebody else tells. */
function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path).sort()
  } catch {
    return []
  }
}

function unusable(folder: string, file: string): string | undefined {
  if (existsSync(`${folder}.partial`)) return 'its installation has not come to its end'
  if (existsSync(file)) return undefined
  return existsSync(join(folder, 'PulumiPlugin.yaml'))
    ? 'it is a source that needs a language plugin, which Slipway does not start yet'
    : `it has no ${file.slice(folder.length + 1)}`
}
