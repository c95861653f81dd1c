import { readFileSync } from 'node:fs'
import { isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import { pulumiVersion } from '@slipway/protocol/pulumi'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import { readSmallFile } from '../../read-small-file.ts'
import { readMap } from './project-plugins.ts'

/** Files that describe a plugin which is sources. */
export const descriptions: ReadonlySet<string> = new Set(['PulumiPlugin.yaml', 'PulumiPolicy.yaml'])

/** What runs a plugin that is sources. */
export interface SourceRuntime {
  /** `nodejs` */
  readonly name: string
  readonly options: ValueMap
}

/** What sources say of themselves. */
export interface SourceDescription {
  readonly runtime: SourceRuntime
  /** Absent where they do not say. */
  readonly name?: string
  readonly version?: string
  /** The packages that they depend on, as written. */
  readonly packages: ValueMap
}

/** Reads the description of a plugin. Fails with an error that names the file and says what is wrong with it. */
export function readDescription(file: string): SourceDescription {
  const text = readSmallFile(file)
  if (text === undefined) throw new TypeError(`${file} cannot be read, or has more than 1 MB`)
  const said = readMap(file, text)
  const { name = null, version = null, packages = null } = said
  if (packages !== null && !isMap(packages)) throw new TypeError(`${file}: packages is not a map of names`)
  return {
    runtime: runtimeIn(file, said),
    packages: packages ?? valueMap(),
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof version === 'string' && version !== '' && { version }),
  }
}

/** Reads what runs a plugin. Fails as `readDescription`. */
export function readRuntime(file: string): SourceRuntime {
  return runtimeIn(file, readMap(file, readFileSync(file, 'utf8')))
}

function runtimeIn(file: string, said: Readonly<Record<string, Value>>): SourceRuntime {
  const { runtime = null, requiredPulumiVersion = null } = said
  assertVersion(file, requiredPulumiVersion)
  if (typeof runtime === 'string' && runtime !== '') return { name: runtime, options: valueMap() }
  if (isMap(runtime)) {
    const { name, options } = runtime
    if (typeof name === 'string' && name !== '') return { name, options: isMap(options) ? options : valueMap() }
  }
  throw new TypeError(`${file} names no runtime, such as "runtime: nodejs"`)
}

function assertVersion(file: string, range: Value): void {
  if (range === null) return
  if (typeof range !== 'string' || validRange(range) === null)
    throw new TypeError(`${file}: requiredPulumiVersion is not a range of versions`)
  if (!satisfies(pulumiVersion, range))
    throw new TypeError(`${file} needs Pulumi ${range}; Slipway acts as ${pulumiVersion}`)
}
