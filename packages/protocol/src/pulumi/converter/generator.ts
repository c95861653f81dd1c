import type { Diagnostic } from '@slipway/model'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { LanguageRuntime } from '../gen/language.ts'
import { PulumiCalls } from '../provider/calls/calls.ts'
import { assertNameInside } from './name-inside.ts'
import { remarksOf } from './remarks.ts'

export interface GeneratorOptions {
  readonly pluginId: string
  /** Address of the Loader service. */
  readonly loader: string
  /** Time limit of each call, in milliseconds. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
}

/** A language plugin that writes programs from PCL. Every method fails with a PluginFailure that names the plugin and the method. */
export class ProgramGenerator {
  readonly #calls: PulumiCalls
  readonly #options: GeneratorOptions

  constructor(channel: RpcChannel, options: GeneratorOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
  }

  /**
   * Has a whole project written into a folder.
   * @param project the project file as JSON
   */
  async project(
    folders: { readonly source: string; readonly target: string },
    project: string,
  ): Promise<readonly Diagnostic[]> {
    const { source: sourceDirectory, target: targetDirectory } = folders
    const request = { sourceDirectory, targetDirectory, project, strict: false, loaderTarget: this.#options.loader }
    const asking = this.#asking('language.GenerateProject')
    const { diagnostics } = await this.#calls.call(LanguageRuntime.GenerateProject, request, asking)
    return remarksOf(diagnostics)
  }

  /** Returns the files of a program, by name. @param source PCL, by name of the file */
  async program(source: Readonly<Record<string, string>>): Promise<{
    readonly diagnostics: readonly Diagnostic[]
    readonly files: Readonly<Record<string, Uint8Array>>
  }> {
    const asking = this.#asking('language.GenerateProgram')
    const request = { source: { ...source }, loaderTarget: this.#options.loader, strict: false }
    const answer = await this.#calls.call(LanguageRuntime.GenerateProgram, request, asking)
    return this.#calls.understood(asking, () => {
      for (const name of Object.keys(answer.source)) assertNameInside(name)
      return { diagnostics: remarksOf(answer.diagnostics), files: answer.source }
    })
  }

  #asking(method: string) {
    const { deadlineMs, signal } = this.#options
    return { method, deadlineMs, control: signal && { signal } }
  }
}
