import type { Diagnostic } from '@slipway/model'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { Converter } from '../gen/converter.ts'
import { PulumiCalls } from '../provider/calls/calls.ts'
import { assertNameInside } from './name-inside.ts'
import { type ImportedResource, importedResource } from './imported-resource.ts'
import { remarksOf } from './remarks.ts'

/** Addresses of services that a converter may ask: `127.0.0.1:4711`. One address may serve all of them. */
export interface ConverterServices {
  readonly mapper: string
  readonly loader: string
  readonly resolver: string
}

export interface ConverterOptions {
  readonly pluginId: string
  readonly services: ConverterServices
  /** Time limit of each call, in milliseconds. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
}

/** A package whose schema a snippet needs. */
export interface SnippetPackage {
  readonly name: string
  readonly version: string
}

export interface Snippet {
  readonly filename: string
  readonly source: Uint8Array
  /** The type of the snippet's resource in this package; empty: unknown. */
  readonly token: string
  readonly package: SnippetPackage | undefined
  /** Texts of attributes, by name. */
  readonly attributes: Readonly<Record<string, string>>
  /** The types of other resources that the snippet refers to, by name. */
  readonly resources: Readonly<Record<string, { readonly token: string; readonly package: SnippetPackage | undefined }>>
}

export interface ConvertedSnippet {
  readonly diagnostics: readonly Diagnostic[]
  readonly filename: string
  readonly source: Uint8Array
  readonly attributes: Readonly<Record<string, string>>
  readonly resourceNames: Readonly<Record<string, string>>
}

/** The most resources of one state. */
const mostResources = 50_000

/** A converter of Pulumi. Every method fails with a PluginFailure that names the plugin and the method. */
export class PulumiConverter {
  readonly #calls: PulumiCalls
  readonly #options: ConverterOptions

  constructor(channel: RpcChannel, options: ConverterOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
  }

  /** Reads the resources of a foreign state. @param args the arguments of the user; by custom, the first one is the file */
  async state(args: readonly string[]): Promise<{
    readonly resources: readonly ImportedResource[]
    readonly diagnostics: readonly Diagnostic[]
  }> {
    const { mapper: mapperTarget, loader: loaderTarget, resolver: resolverTarget } = this.#options.services
    const asking = this.#asking('converter.ConvertState')
    const request = { args: [...args], mapperTarget, loaderTarget, resolverTarget }
    const { resources, diagnostics } = await this.#calls.call(Converter.ConvertState, request, asking)
    return this.#calls.understood(asking, () => {
      if (resources.length > mostResources)
        throw new Error(`it has ${resources.length} resources, but the limit is ${mostResources}`)
      return { resources: resources.map(importedResource), diagnostics: remarksOf(diagnostics) }
    })
  }

  /** Has a program written into a folder as PCL. @param folders absolute paths */
  async program(
    folders: { readonly source: string; readonly target: string; readonly generated: string },
    args: readonly string[],
  ): Promise<readonly Diagnostic[]> {
    const { mapper: mapperTarget, loader: loaderTarget } = this.#options.services
    const asking = this.#asking('converter.ConvertProgram')
    const { source: sourceDirectory, target: targetDirectory, generated: generatedProjectDirectory } = folders
    const request = {
      sourceDirectory,
      targetDirectory,
      generatedProjectDirectory,
      mapperTarget,
      loaderTarget,
      args: [...args],
    }
    const { diagnostics } = await this.#calls.call(Converter.ConvertProgram, request, asking)
    return remarksOf(diagnostics)
  }

  /** Converts one resource. */
  async snippet({ filename, source, token, attributes, ...snippet }: Snippet): Promise<ConvertedSnippet> {
    const asking = this.#asking('converter.ConvertSnippet')
    const resources = Object.entries(snippet.resources).map(
      ([name, { token: type, package: pkg }]) => [name, { token: type, package: schemaOf(pkg) }] as const,
    )
    const request = {
      filename,
      source,
      token,
      attributes: { ...attributes },
      targetLoader: this.#options.services.loader,
      package: schemaOf(snippet.package),
      resources: Object.fromEntries(resources),
    }
    const answer = await this.#calls.call(Converter.ConvertSnippet, request, asking)
    return this.#calls.understood(asking, () => {
      if (answer.filename !== '') assertNameInside(answer.filename)
      return { ...answer, diagnostics: remarksOf(answer.diagnostics) }
    })
  }

  #asking(method: string) {
    const { deadlineMs, signal } = this.#options
    return { method, deadlineMs, control: signal && { signal } }
  }
}

function schemaOf(pkg: SnippetPackage | undefined) {
  return pkg && { package: pkg.name, version: pkg.version, downloadUrl: '', parameterization: undefined }
}
