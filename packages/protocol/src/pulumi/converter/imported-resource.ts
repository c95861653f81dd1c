import { type ValueMap, valueMap } from '@slipway/model'
import { madeFromWire } from '../convert/program-values.ts'
import { megabytesTooMany, mostMegabytes } from '../convert/too-large.ts'
import type { ResourceImport } from '../gen/converter.ts'
import type { Struct } from '../gen/google-protobuf-struct.ts'

/** A resource of a foreign state, as a converter describes it. */
export interface ImportedResource {
  /** Type of the resource: `aws:s3/bucket:Bucket`. */
  readonly type: string
  readonly name: string
  /** The name that other resources use for it in `parent` and `provider`. Often the same as `name`. */
  readonly logicalName: string
  /** Id of the resource; empty for a component. */
  readonly id: string
  /** The version of its plugin; empty: any. */
  readonly version: string
  /** The server of its plugin; empty: the usual one. */
  readonly server: string
  readonly isComponent: boolean
  /** True for a component that its plugin makes, not the program. */
  readonly isRemote: boolean
  /** Makes the plugin serve its package instead of the plugin's own. */
  readonly parameterization?: ImportedParameter & { readonly plugin: string; readonly pluginVersion: string }
  /** Makes the plugin serve its package in addition. */
  readonly extension?: ImportedParameter | undefined
  /** The logical name of its parent; empty: none. */
  readonly parent: string
  /** The logical name of its provider; empty: the usual one. */
  readonly provider: string
  /** The names of the inputs that a program should give; empty: those that the provider reports. */
  readonly properties: readonly string[]
  /** `undefined`: the provider must be asked. */
  readonly inputs: ValueMap | undefined
  readonly outputs: ValueMap | undefined
}

interface ImportedParameter {
  readonly name: string
  readonly version: string
  readonly value: Uint8Array
}

/** The longest accepted name, type or id, in characters. */
const longestWord = 4000

/**
 * Reads a resource of a foreign state.
 *
 * @throws Error that names the resource and its problem
 */
export function importedResource(said: ResourceImport): ImportedResource {
  const { type, name, id, version, pluginDownloadURL: server, isComponent, isRemote, parent, provider } = said
  const logicalName = said.logicalName || name
  const shown = JSON.stringify((logicalName || type).slice(0, 100))
  for (const word of [type, name, logicalName, id, version, server, parent, provider])
    if (word.length > longestWord) throw new Error(`the resource ${shown} has a text of ${word.length} characters`)
  if (name === '' || type === '') throw new Error(`a resource has no ${name === '' ? 'name' : 'type'}: ${shown}`)
  const isOfPackage = isComponent || /^[\w-]+:[^:]*:[^:]+$/.test(type)
  if (!isOfPackage) throw new Error(`the resource ${shown} has the type ${JSON.stringify(type)}, which is not one`)
  const isMade = isComponent || type.startsWith('pulumi:providers:')
  if (id === '' && !isMade) throw new Error(`the resource ${shown} has no id`)
  const { parameterization: how, extension } = said
  return {
    type,
    name,
    logicalName,
    id,
    version: version.replace(/^v/, ''),
    server,
    isComponent,
    isRemote,
    ...(how && {
      parameterization: {
        plugin: how.pluginName,
        pluginVersion: how.pluginVersion.replace(/^v/, ''),
        name: type.split(':')[0] ?? '',
        version: version.replace(/^v/, ''),
        value: how.value,
      },
    }),
    ...(extension && { extension }),
    parent,
    provider,
    properties: said.properties,
    inputs: valuesOf(shown, said.inputs),
    outputs: valuesOf(shown, said.outputs),
  }
}

function valuesOf(shown: string, struct: Struct | undefined): ValueMap | undefined {
  if (struct === undefined) return undefined
  const megabytes = megabytesTooMany(struct)
  if (megabytes !== undefined)
    throw new Error(`the resource ${shown} has ${megabytes} MB of properties; at most ${mostMegabytes} MB are taken`)
  return valueMap(Object.entries(madeFromWire(struct)))
}
