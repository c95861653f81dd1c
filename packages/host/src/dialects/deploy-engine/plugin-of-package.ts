import { realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { messageOf, type NpmPlugin, npmPluginIn } from '@slipway/model'
import valid from 'semver/functions/valid.js'
import { quoted } from '../../quoted.ts'
import { readSmallFile } from '../../read-small-file.ts'
import { agreeOnProtocol } from './register/protocol-version.ts'

interface PackagePlugin {
  readonly plugin: NpmPlugin
  /** Absolute path of the file to launch. */
  readonly file: string
}

/** The reason why a package that claims to be a plugin cannot be used. */
interface PackageProblem {
  readonly problem: string
  readonly about?: Pick<NpmPlugin, 'id' | 'kind'>
}

/**
 * The plugin that an npm package is by the key "slipway" of its package.json. `undefined`: it has none.
 *
 * @param manifest the parsed package.json in the folder
 */
export function pluginOf(folder: string, manifest: unknown): PackagePlugin | PackageProblem | undefined {
  const plugin = npmPluginIn(manifest)
  if (plugin === undefined) return undefined
  if ('problem' in plugin)
    return { problem: `its package.json ${plugin.problem}`, ...(plugin.about && { about: plugin.about }) }
  if (valid(plugin.version) === null)
    return {
      problem: `its package.json says version: ${quoted(plugin.version)}, which is not a version`,
      about: plugin,
    }
  const protocol = agreeOnProtocol([plugin.protocol])
  if ('refusal' in protocol) return { problem: protocol.refusal, about: plugin }
  const unusable = unusableFile(folder, plugin.file)
  if (unusable !== undefined) return { problem: unusable, about: plugin }
  return { plugin, file: join(folder, plugin.file) }
}

/** Like `pluginOf`, for a folder whose package.json has not been read. Never fails. */
export function pluginInFolder(folder: string): PackagePlugin | PackageProblem | undefined {
  const text = readSmallFile(join(folder, 'package.json'))
  if (text?.includes('"slipway"') !== true) return undefined
  try {
    return pluginOf(folder, JSON.parse(text))
  } catch (error) {
    return { problem: `its package.json cannot be read: ${messageOf(error)}` }
  }
}

/** The package itself may be a link, as npm and pnpm make them; its plugin must be inside it. */
function unusableFile(folder: string, file: string): string | undefined {
  const path = join(folder, file)
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return `it has no file ${file}`
  const [real, home] = [realpathSync(path), realpathSync(folder)]
  if (real.startsWith(`${home}${sep}`)) return undefined
  return `its file ${file} is a link that leaves the package, to ${relative(home, real)}`
}
