import { didYouMean, type DiagnosticList } from '@slipway/source'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import type { Blueprint } from '../language/declarations.ts'
import type { DefinitionLookup } from './definitions.ts'

/** Compares the plugins that a blueprint uses with the versions that it wants. */
export function checkPluginVersions(
  { plugins = [] }: Pick<Blueprint, 'plugins'>,
  lookup: Pick<DefinitionLookup, 'plugins'>,
  list: DiagnosticList,
): void {
  if (plugins.length === 0) return
  const used = lookup.plugins()
  for (const { id, range } of plugins) {
    // `random: "pulumi:random@4"`: a descriptor, which the installer reads.
    if (!id.value.includes('/')) continue
    const { start, end } = range.origin
    const version = used.get(id.value)
    const problem = versionProblem(range.value, id.value, version)
    if (problem !== undefined) {
      list.error(problem.code, start, end, problem.message, { hint: problem.hint })
      continue
    }
    const hint = version === undefined ? didYouMean(id.value, used.keys()) : undefined
    if (hint === undefined) continue
    const message = `nothing here belongs to the plugin ${id.value}`
    list.warning('blueprint/unused-plugin', id.origin.start, id.origin.end, message, { hint })
  }
}

/** Why a version does not fit. One that is not known, or that a plugin does not tell, always fits. */
export function versionProblem(
  range: string,
  id: string,
  version: string | undefined,
): { readonly code: string; readonly message: string; readonly hint: string } | undefined {
  if (validRange(range) === null) {
    const message = `"${range}" is not a range of versions of ${id}`
    return { code: 'blueprint/bad-version', message, hint: 'write ^1.2, ~1.2.3, >=1.2 <3 or 1.2.3' }
  }
  if (version === undefined || version === '' || satisfies(version, range, { includePrerelease: true }))
    return undefined
  return {
    code: 'blueprint/plugin-version',
    message: `this blueprint is for ${id} ${range}, and ${version} is used here`,
    hint: `slipway plugin list shows what is installed; slipway config show, what is chosen: plugins.pin."${id}" chooses another version`,
  }
}
