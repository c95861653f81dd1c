import { Failure } from '@slipway/model'
import { didYouMean, type DiagnosticList } from '@slipway/source'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import { askedRange, isByKey, type Blueprint, type PluginDeclaration } from '../../language/declarations.ts'
import type { DefinitionLookup } from './definitions.ts'
import type { KeyRefusal } from './wanted-plugin.ts'

/** Compares the plugins that a blueprint uses with the plugins that it wants. */
export function checkPluginVersions(
  { plugins = [] }: Pick<Blueprint, 'plugins'>,
  lookup: Pick<DefinitionLookup, 'plugins' | 'ofNamespace' | 'readDescriptor'>,
  list: DiagnosticList,
): void {
  for (const declaration of plugins) {
    if (isByKey(declaration)) checkDescriptor(declaration, lookup, list)
    else checkRange(declaration, lookup, list)
  }
}

function checkRange(
  declaration: PluginDeclaration,
  lookup: Pick<DefinitionLookup, 'plugins'>,
  list: DiagnosticList,
): void {
  const { id, asked } = declaration
  const { start, end } = asked.origin
  const used = lookup.plugins()
  const version = used.get(id.value)
  const problem = versionProblem(askedRange(declaration), id.value, version)
  if (problem !== undefined) {
    list.error(problem.code, start, end, problem.message, { hint: problem.hint })
    return
  }
  const hint = version === undefined ? didYouMean(id.value, used.keys()) : undefined
  if (hint === undefined) return
  const message = `nothing here belongs to the plugin ${id.value}`
  list.warning('blueprint/unused-plugin', id.origin.start, id.origin.end, message, { hint })
}

function checkDescriptor(
  { id, asked }: PluginDeclaration,
  lookup: Pick<DefinitionLookup, 'ofNamespace' | 'readDescriptor'>,
  list: DiagnosticList,
): void {
  const { start, end } = asked.origin
  try {
    const descriptor = lookup.readDescriptor(asked.value)
    if (descriptor === undefined) return
    const refusal = descriptor.refusal?.(id.value)
    if (refusal !== undefined) {
      list.error('blueprint/taken-key', id.origin.start, id.origin.end, takenKey(id.value, descriptor.text, refusal), {
        hint: `write ${refusal.proposal}: "${descriptor.text}", and types such as ${refusal.proposal}/NAME`,
      })
      return
    }
    const namespaces = descriptor.namespaces(id.value)
    const plugin = namespaces.map((each) => lookup.ofNamespace(each)).find((each) => each !== undefined)
    if (plugin === undefined || plugin.pluginVersion === '' || descriptor.fits(plugin.pluginVersion)) return
    const { pluginId, pluginVersion } = plugin
    const message = `this blueprint is for ${descriptor.text}, and ${pluginId} ${pluginVersion} is used here`
    const hint = `slipway install installs the right version; plugins.pin."${pluginId}" chooses another version`
    list.error('blueprint/plugin-version', start, end, message, { hint })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    list.error(error.code, start, end, error.message, { hint: error.hint })
  }
}

/** The reason why a key cannot stand for a plugin. */
export function takenKey(key: string, text: string, { takenBy }: KeyRefusal): string {
  return `"${key}" cannot be the key of ${text}: types that begin with ${key}/ are those of ${takenBy}`
}

/** The reason why a version does not fit. An unknown version always fits. */
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
    hint: `slipway install installs a version that fits; slipway plugin list shows the installed versions, and plugins.pin."${id}" chooses another version`,
  }
}
