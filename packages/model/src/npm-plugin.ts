import { formatPluginId, parsePluginId } from './plugin-id.ts'

/** The plugin in an npm package, as the key "slipway" of its package.json describes it. */
export interface NpmPlugin {
  readonly kind: 'provider' | 'transformer'
  readonly id: string
  /** The package's version, unchecked. */
  readonly version: string
  /** The file that is launched, relative to the package: `dist/plugin`. */
  readonly file: string
  /** The version of the plugin protocol: `1.0`. */
  readonly protocol: string
}

/** A problem of the key "slipway" in a package.json. */
export interface NpmPluginProblem {
  readonly problem: string
  /** The plugin that cannot be used, if its id can be read. */
  readonly about?: Pick<NpmPlugin, 'id' | 'kind'>
}

const longestPath = 512

/**
 * Reads the key "slipway" of a package.json, which a stranger may have written. If there is no such key, the package is no plugin, and the
 * result is `undefined`. Unknown keys are ignored, because a later Slipway may read them.
 *
 * @param manifest the parsed package.json
 */
export function npmPluginIn(manifest: unknown): NpmPlugin | NpmPluginProblem | undefined {
  if (!isMap(manifest) || manifest['slipway'] === undefined) return undefined
  const { slipway, version } = manifest
  if (!isMap(slipway))
    return { problem: `says "slipway": ${shown(slipway)}, which is not a map with "kind", "id", "file"` }
  const { kind, id: text, file, protocol = '1.0' } = slipway
  if (kind !== 'provider' && kind !== 'transformer')
    return { problem: `says slipway.kind: ${shown(kind)}, which is neither "provider" nor "transformer"` }
  const parsed = typeof text === 'string' ? parsePluginId(text) : undefined
  if (parsed === undefined)
    return { problem: `says slipway.id: ${shown(text)}, which is not a plugin id such as "acme/notes"` }
  const id = formatPluginId(parsed)
  const wrong = (problem: string): NpmPluginProblem => ({ problem, about: { id, kind } })
  const path = typeof file === 'string' ? pathInside(file) : undefined
  if (path === undefined)
    return wrong(`says slipway.file: ${shown(file)}, which is not a path inside the package such as "dist/plugin"`)
  if (typeof protocol !== 'string' || !/^\d{1,4}\.\d{1,4}$/.test(protocol))
    return wrong(`says slipway.protocol: ${shown(protocol)}, which is not a version such as "1.0"`)
  if (typeof version !== 'string')
    return wrong(`says version: ${shown(version)}, which is not a version such as "1.0.0"`)
  return { kind, id, version, file: path, protocol }
}

/** The path without a leading `./`; `undefined` if it leaves the package or has backslashes. */
function pathInside(text: string): string | undefined {
  const path = text.replace(/^\.\//, '')
  const isOdd = text.length > longestPath || /[\\\p{Cc}]/u.test(text)
  return isOdd || path.split('/').some((name) => ['', '.', '..'].includes(name)) ? undefined : path
}

/** A stranger's value for a message: short, and on one line. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
