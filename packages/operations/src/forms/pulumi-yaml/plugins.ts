import type { MapEntry, MapNode } from '@slipway/source'
import { entryNode, field, mapNode, scalarNode, textOf } from './nodes.ts'
import { entriesOf, mapUnder, type ProgramFile } from './program.ts'

/** The settings of plugins: versions, and packages that plugins serve by parameters. */
export interface PluginSettings {
  readonly pins: readonly MapEntry[]
  readonly packages: readonly MapEntry[]
}

/** Returns the packages that a project names under `packages`. */
export function projectPackages({ tree, report }: ProgramFile): PluginSettings {
  const pins: MapEntry[] = []
  const packages: MapEntry[] = []
  for (const entry of entriesOf(mapUnder(field(tree, 'packages'), 'packages', report))) {
    const { key, keyStart, value } = entry
    const body = value.kind === 'map' ? value : undefined
    const written = textOf(body === undefined ? value : field(body, 'source')?.value) ?? ''
    const [source = '', ofSource] = written.split('@')
    const version = field(body, 'version')?.value ?? (ofSource === undefined ? undefined : scalarNode(ofSource))
    const parameters = field(body, 'parameters')
    if (!/^[\w-]+$/.test(source)) {
      report.lost(
        { start: keyStart },
        `the package ${key}`,
        'install its plugin: slipway plugin install, with its descriptor',
      )
      continue
    }
    if (version !== undefined) pins.push(entryNode(`pulumi/${source}`, version, entry))
    if (parameters !== undefined)
      packages.push(
        entryNode(
          key,
          mapNode([
            entryNode('plugin', scalarNode(`pulumi/${source}`)),
            entryNode('parameters', parameters.value, parameters),
          ]),
          entry,
        ),
      )
  }
  return { pins, packages }
}

/** Returns true for text that describes a package for an SDK. */
export function isPackageDeclaration({ tree }: ProgramFile): boolean {
  const version = field(tree, 'packageDeclarationVersion')?.value
  return version?.kind === 'scalar' && Number(version.value) === 1
}

/** Returns the package that a description names. */
export function declaredPackage({ tree, report }: ProgramFile): PluginSettings {
  const name = textOf(field(tree, 'name')?.value) ?? ''
  const version = field(tree, 'version')
  const url = field(tree, 'downloadUrl') ?? field(tree, 'pluginDownloadURL')
  const [kind, made] = (['parameterization', 'extension'] as const)
    .map((each) => [each, field(tree, each)?.value] as const)
    .find(([, node]) => node?.kind === 'map') ?? ['none', undefined]
  if (url !== undefined && textOf(url.value) !== '')
    report.lost({ start: url.keyStart }, url.key, 'install the plugin with its descriptor: slipway plugin install')
  const pins = version === undefined ? [] : [entryNode(`pulumi/${name}`, version.value)]
  return { pins, packages: made?.kind === 'map' ? [madePackage(name, kind === 'extension', made)] : [] }
}

function madePackage(plugin: string, isExtension: boolean, made: MapNode): MapEntry {
  const [name, version, value] = ['name', 'version', 'value'].map((key) => field(made, key))
  return entryNode(
    textOf(name?.value) ?? plugin,
    mapNode([
      isExtension ? entryNode('extends', scalarNode(plugin)) : entryNode('plugin', scalarNode(`pulumi/${plugin}`)),
      version && entryNode('version', version.value),
      value && entryNode('value', value.value),
    ]),
  )
}

/** Returns the section `plugins` of a settings file, with each plugin and package once. */
export function pluginsTree(all: readonly PluginSettings[]): MapEntry | undefined {
  const [pins, packages] = [all.flatMap((each) => each.pins), all.flatMap((each) => each.packages)].map(onceEach)
  const parts = [
    pins === undefined || pins.length === 0 ? undefined : entryNode('pin', mapNode(pins)),
    packages === undefined || packages.length === 0 ? undefined : entryNode('packages', mapNode(packages)),
  ].filter((each) => each !== undefined)
  return parts.length === 0 ? undefined : entryNode('plugins', mapNode(parts))
}

function onceEach(entries: readonly MapEntry[]): readonly MapEntry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()]
}
