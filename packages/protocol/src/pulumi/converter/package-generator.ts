import type { Diagnostic, ValueMap } from '@slipway/model'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { structToWire } from '../convert/struct.ts'
import { LanguageRuntime } from '../gen/language.ts'
import { PulumiCalls } from '../provider/calls/calls.ts'
import type { GeneratorOptions } from './generator.ts'
import { remarksOf } from './remarks.ts'

/** A program that uses a package. All paths are absolute. */
interface UsingProgram {
  readonly root: string
  readonly folder: string
  readonly entry: string
  readonly options: ValueMap
}

/** A language plugin that makes SDKs of packages. Every method fails with a PluginFailure that names the plugin and the method. */
export class PackageGenerator {
  readonly #calls: PulumiCalls
  readonly #options: GeneratorOptions

  constructor(channel: RpcChannel, options: GeneratorOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
  }

  /** Has an SDK written into a folder that is empty. */
  async generate(schema: string, directory: string): Promise<readonly Diagnostic[]> {
    const request = { directory, schema, loaderTarget: this.#options.loader, local: true }
    const { diagnostics } = await this.#calls.call(
      LanguageRuntime.GeneratePackage,
      request,
      this.#asking('language.GeneratePackage'),
    )
    return remarksOf(diagnostics)
  }

  /** Makes a program depend on SDKs, given by their folders. Resolves to the instructions for using them in the program. */
  async link(
    program: UsingProgram,
    packages: readonly { readonly name: string; readonly version: string; readonly path: string }[],
  ): Promise<string> {
    const { root: rootDirectory, folder: programDirectory, entry: entryPoint, options } = program
    const request = {
      info: { rootDirectory, programDirectory, entryPoint, options: structToWire(options) },
      loaderTarget: this.#options.loader,
      packages: packages.map(({ name, version, path }) => ({ package: { name, version, kind: 'resource' }, path })),
    }
    const { importInstructions } = await this.#calls.call(LanguageRuntime.Link, request, this.#asking('language.Link'))
    return importInstructions.slice(0, mostInstructions)
  }

  #asking(method: string) {
    const { deadlineMs, signal } = this.#options
    return { method, deadlineMs, control: signal && { signal } }
  }
}

/** The longest instructions, in characters; users see this text. */
const mostInstructions = 10_000
