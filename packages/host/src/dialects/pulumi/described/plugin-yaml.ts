import { Failure, isMap, messageOf, type Value, type ValueMap, valueMap } from '@slipway/model'
import { pulumiVersion } from '@slipway/protocol/pulumi'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import { readSmallFile } from '../../../read-small-file.ts'
import { readMap } from './project-plugins.ts'

/** The description file of a policy pack. */
export const policyDescription = 'PulumiPolicy.yaml'

/** Description files of plugins that consist of sources. */
export const descriptions: ReadonlySet<string> = new Set(['PulumiPlugin.yaml', policyDescription])

/** The runtime of a plugin in sources. */
export interface SourceRuntime {
  /** `nodejs` */
  readonly name: string
  readonly options: ValueMap
}

/** The description that comes with sources. */
export interface SourceDescription {
  readonly runtime: SourceRuntime
  /** Absent if the description has none. */
  readonly name?: string
  readonly version?: string
  /** The packages on which they depend, as written. */
  readonly packages: ValueMap
}

/**
 * Reads the description of a plugin.
 * @throws Failure that names the file and the mistake in it
 */
export function readDescription(file: string): SourceDescription {
  const said = readWhole(file)
  const { name = null, version = null, packages = null } = said
  if (packages !== null && !isMap(packages))
    throw unusableSources(`${file}: packages is not a map of names`, `correct ${file}`)
  return {
    runtime: runtimeIn(file, said),
    packages: packages ?? valueMap(),
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof version === 'string' && version !== '' && { version }),
  }
}

/** Reads the runtime of a plugin. Fails like `readDescription`. */
export function readRuntime(file: string): SourceRuntime {
  return runtimeIn(file, readWhole(file))
}

/** Another launch cannot help sources that are broken. */
export function unusableSources(message: string, hint: string, cause?: unknown): Failure {
  return new Failure('host/launch-failed', message, { hint, cause })
}

function readWhole(file: string): Readonly<Record<string, Value>> {
  try {
    const text = readSmallFile(file)
    if (text === undefined) throw new TypeError(`${file} cannot be read, or has more than 1 MB`)
    return readMap(file, text)
  } catch (error) {
    throw unusableSources(messageOf(error), `correct ${file}: it must be YAML, such as "runtime: nodejs"`, error)
  }
}

function runtimeIn(file: string, said: Readonly<Record<string, Value>>): SourceRuntime {
  const { runtime = null, requiredPulumiVersion = null } = said
  assertVersion(file, requiredPulumiVersion)
  if (typeof runtime === 'string' && runtime !== '') return { name: runtime, options: valueMap() }
  if (isMap(runtime)) {
    const { name, options } = runtime
    if (typeof name === 'string' && name !== '') return { name, options: isMap(options) ? options : valueMap() }
  }
  const hint = `write the runtime of the folder into ${file}: "runtime: nodejs", "runtime: python", or another one`
  throw unusableSources(`${file} names no runtime, such as "runtime: nodejs"`, hint)
}

function assertVersion(file: string, range: Value): void {
  if (range === null) return
  if (typeof range !== 'string' || validRange(range) === null)
    throw unusableSources(`${file}: requiredPulumiVersion is not a range of versions`, 'write one, such as ">=3.0.0"')
  if (!satisfies(pulumiVersion, range))
    throw unusableSources(
      `${file} needs Pulumi ${range}; Slipway acts as ${pulumiVersion}`,
      'install a version of the plugin that fits, or upgrade Slipway',
    )
}
