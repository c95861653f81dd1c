import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InstalledPlugin, packagesIn, runtimeOfSources } from '@slipway/host'
import { type Descriptor, descriptorKey, descriptorText, recordOfFile, type SdkMaker } from '@slipway/installer'
import { Failure } from '@slipway/model'
import { findPlugins, type PluginPlaces } from '../plugins/find-plugins.ts'
import { pluginStore } from '../project/plugin-store.ts'
import type { ProgramFile } from '../project/find-program.ts'
import { linkSdks, makeSdk, type SdkUser, type WrittenSdk } from './make-sdk.ts'
import { sdkFolder, sdkIn } from './sdk-folder.ts'
import { withPackages } from './with-packages.ts'

/**
 * Makes the SDKs of a plugin in source form. Its packages are installed before, and are asked for their schemas. If Slipway knows the language,
 * linking only changes the plugin's own file, because its dependencies are installed next.
 */
export function sdkMaker(places: PluginPlaces): SdkMaker {
  return {
    async make({ folder, packages, signal }) {
      const user = { root: folder, folder, entry: '.', runtime: runtimeOfSources(folder) }
      const added: string[] = []
      for (const descriptor of packages) added.push((await sdkOf(places, user, descriptor, signal)).folder)
      const isInstalled = user.runtime.name !== 'nodejs'
      await linkSdks(places, user, { added, isInstalled, signal, say: () => {} })
    },
  }
}

/** Makes the SDK of a package whose plugin is installed. */
async function sdkOf(
  places: PluginPlaces,
  user: SdkUser,
  descriptor: Descriptor,
  signal: AbortSignal,
): Promise<WrittenSdk> {
  const { namespace, version } = installedFrom(places, descriptor)
  const wanted = { pkg: namespace.replace(/:$/, ''), version, parameters: descriptor.parameters ?? [] }
  const schema = await withPackages(places, ({ describe }) => describe(wanted))
  return await makeSdk(places, user, { ...headIn(schema, { name: wanted.pkg, version }), schema }, signal)
}

/**
 * Makes the missing SDKs to which a program is linked, as after a clone without `sdks/`. Skips a package whose SDK the program takes from npm.
 */
export async function restoreSdks(
  places: PluginPlaces,
  { directory: root, place, described }: ProgramFile,
  signal: AbortSignal,
): Promise<readonly WrittenSdk[]> {
  const user = { root, ...place, runtime: described.runtime }
  const linked = linkedIn([root, place.folder])
  const made: WrittenSdk[] = []
  for (const { name, descriptor } of packagesIn(described.packages, root))
    if (linked.has(name) && sdkIn(sdkFolder(root, name)) === undefined)
      made.push(await sdkOf(places, user, descriptor, signal))
  return made
}

/** Returns the names of packages to whose SDKs the package.json files of these folders refer: `file:sdks/notes`. */
function linkedIn(folders: readonly string[]): ReadonlySet<string> {
  const names = folders.flatMap((folder) => {
    const file = join(folder, 'package.json')
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return Array.from(text.matchAll(/"file:(?:\.{0,2}\/)*sdks\/([\w-]+)"/g), ([, name = '']) => name)
  })
  return new Set(names)
}

/** Finds the plugin that was installed for a descriptor. */
function installedFrom(places: PluginPlaces, descriptor: Descriptor): InstalledPlugin {
  const { slipway, settings, folders } = places
  const store = pluginStore({ env: slipway.env, home: folders.home }, settings)
  const { plugins, others } = findPlugins(places)
  const key = descriptorKey(descriptor)
  const found = [...plugins, ...others].filter(({ kind }) => kind === 'provider')
  const plugin = found.find(({ file }) => recordOfFile(store, file)?.descriptor === key)
  if (plugin !== undefined) return plugin
  throw new Failure('install/needed', `${descriptorText(descriptor)} is not installed, so its SDK cannot be created`, {
    hint: `slipway plugin install ${descriptorText(descriptor)} installs it`,
  })
}

/** Reads the name and the version in a schema, if the schema has any. */
function headIn(schema: string, plugin: { readonly name: string; readonly version: string }) {
  try {
    const { name, version } = JSON.parse(schema)
    return {
      name: typeof name === 'string' && /^[A-Za-z][\w-]{0,99}$/.test(name) ? name : plugin.name,
      version: typeof version === 'string' && version !== '' ? version : plugin.version,
    }
  } catch {
    return plugin
  }
}
