import { Failure, type ValueMap, valueMap } from '@slipway/model'
import { type ImportedResource, PulumiResources } from '@slipway/protocol/pulumi'
import type { StartPackage } from '../providers/connections.ts'
import { packageFor, type ProviderPackage } from './provider-package.ts'

export interface ReadOptions {
  readonly start: StartPackage
  /** Returns the configuration of a provider that is not a resource itself. @param pkg `aws` */
  readonly configOf: (pkg: string) => ValueMap
  /** Returns a provider that is a resource itself, by its logical name. */
  readonly own: (logicalName: string) => ImportedResource | undefined
}

/** Reads resources from their providers, as they are outside. Each provider is started and configured once. */
export class ExistingResources {
  readonly #options: ReadOptions
  readonly #providers = new Map<string, Promise<PulumiResources>>()

  constructor(options: ReadOptions) {
    this.#options = options
  }

  /**
   * The resource with its inputs and outputs; `undefined` if its provider does not find it. What the converter has said itself stays.
   *
   * @param urn its URN, for the provider
   */
  async read(resource: ImportedResource, urn: string): Promise<ImportedResource | undefined> {
    const { type, name, id, inputs, outputs, properties } = resource
    const provider = await this.#provider(resource)
    const given = inputs === undefined ? {} : { inputs }
    const found = await provider.read({ urn, name, type }, { id, ...given, outputs: outputs ?? valueMap() })
    if (found === undefined) return undefined
    return {
      ...resource,
      id: found.id,
      inputs: inputs ?? only(found.inputs ?? withoutId(found.outputs), properties),
      outputs: outputs ?? found.outputs,
    }
  }

  #provider({ provider: named, extension, ...resource }: ImportedResource): Promise<PulumiResources> {
    const own = this.#options.own(named)
    const served = packageFor(own ?? { ...resource, provider: named, extension })
    const key = JSON.stringify([served, named, extension])
    const known = this.#providers.get(key) ?? this.#started(served, own, extension)
    this.#providers.set(key, known)
    return known
  }

  async #started(
    served: ProviderPackage,
    own: ImportedResource | undefined,
    extension: ImportedResource['extension'],
  ): Promise<PulumiResources> {
    const { start, configOf } = this.#options
    const { pkg, version, server, parameterization: made } = served
    const running = await start({
      pkg: made?.plugin ?? pkg,
      version: made === undefined ? version : made.pluginVersion,
      use: `import ${own?.logicalName ?? ''} ${pkg} ${version} ${extension?.name ?? ''}`,
      parameter: made && { name: made.name, version: made.version, value: made.value },
      server: server === '' ? undefined : server,
      variables: undefined,
    })
    const { pluginId, channel } = running
    const greeted = running.greeted()
    const provider = new PulumiResources(channel, { pluginId, greeted })
    const type = `pulumi:providers:${pkg}`
    const about = { urn: `urn:pulumi:import::import::${type}::default`, name: 'default', type, id: 'import', pkg }
    const config = own === undefined ? configOf(pkg) : (own.inputs ?? valueMap())
    const { inputs, failures } = await provider.checkConfig({ ...about, config }, undefined)
    if (failures.length > 0)
      throw new Failure('convert/provider-refuses', `${pluginId} refuses its configuration: ${failures[0]}`, {
        details: failures.slice(1, 20),
        hint: `slipway config set ${pkg}:KEY VALUE configures the provider of a program; for a blueprint it is the setting providers."${pkg}:".KEY`,
      })
    await provider.configure({ ...about, config: inputs }, greeted !== undefined)
    if (extension !== undefined) await provider.extend(extension)
    return provider
  }
}

/** The outputs, in place of inputs that a provider does not report. */
function withoutId(outputs: ValueMap): ValueMap {
  return valueMap(Object.entries(outputs).filter(([name]) => name !== 'id'))
}

/** @param names the wanted names; if empty, all */
function only(inputs: ValueMap, names: readonly string[]): ValueMap {
  return names.length === 0 ? inputs : valueMap(Object.entries(inputs).filter(([name]) => names.includes(name)))
}
