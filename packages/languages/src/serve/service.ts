import { messageOf } from '@slipway/model'
import { describeExit, LastBytes } from '@slipway/processes'
import { type IncomingCall, type Init, route, type Route, streamRoute } from '@slipway/protocol'
import {
  type InstallDependenciesRequest,
  type InstallDependenciesResponse,
  LanguageRuntime,
  type RunPluginRequest,
  type RunPluginResponse,
  type RunRequest,
  type RunResponse,
} from '@slipway/protocol/pulumi'
import type { Language } from '../language.ts'
import { choicesAnswer, packageAnswer, pluginAnswer, programRun, sourcesOf, versionOf } from './answers.ts'
import { Child, type StreamName } from './child.ts'
import { generatePackage, linkPackages, packPackage } from './sdk-answers.ts'
import { streamed } from './streamed.ts'

/** Bytes of a program's last output that are kept for the reason of its failure. */
const lastWordsBytes = 16 << 10

/** The service LanguageRuntime of one language plugin. Everything that it has started ends with it. */
export class LanguageService {
  readonly routes: readonly Route[]
  readonly #language: Language
  readonly #version: string
  readonly #print: (stream: StreamName, chunk: Buffer) => void
  readonly #running = new Map<AbortController, Promise<void>>()
  #engineAddress: string

  /** @param print receives the output of programs */
  constructor(
    language: Language,
    {
      version,
      engineAddress,
      print,
    }: {
      readonly version: string
      readonly engineAddress: string
      readonly print: (stream: StreamName, chunk: Buffer) => void
    },
  ) {
    this.#language = language
    this.#version = version
    this.#engineAddress = engineAddress
    this.#print = print
    this.routes = this.#routes()
  }

  /** Ends everything that runs, and resolves when nothing is left. */
  async stop(): Promise<void> {
    for (const control of this.#running.keys()) control.abort()
    await Promise.all(this.#running.values())
  }

  #routes(): readonly Route[] {
    const language = this.#language
    return [
      route(LanguageRuntime.Handshake, (request) => {
        if (request.engineAddress !== '') this.#engineAddress = request.engineAddress
        return {}
      }),
      route(LanguageRuntime.GetPluginInfo, () => ({ version: this.#version })),
      route(LanguageRuntime.Run, (request, call) => this.#run(request, call)),
      streamRoute(LanguageRuntime.RunPlugin, (request, call) => this.#runPlugin(request, call)),
      streamRoute(LanguageRuntime.InstallDependencies, (request, call) => this.#install(request, call)),
      route(LanguageRuntime.GetRequiredPackages, ({ info }) => ({
        packages: language.requiredPackages(sourcesOf(info)).map(packageAnswer),
      })),
      route(LanguageRuntime.GetRequiredPlugins, ({ info }) => ({
        plugins: language.requiredPackages(sourcesOf(info)).map(pluginAnswer),
      })),
      route(LanguageRuntime.GetProgramDependencies, ({ info, transitiveDependencies }) => ({
        dependencies: [...language.dependencies(sourcesOf(info), transitiveDependencies)],
      })),
      route(LanguageRuntime.About, async ({ info }) => {
        const { file, versionArgs } = language.interpreter(sourcesOf(info))
        return { executable: file, version: await versionOf(file, versionArgs) }
      }),
      route(LanguageRuntime.RuntimeOptionsPrompts, ({ info }) => ({
        prompts: language.choices(sourcesOf(info).options).map(choicesAnswer),
      })),
      route(LanguageRuntime.GeneratePackage, (request, call) =>
        this.#under(call, () => generatePackage(language, request)),
      ),
      route(LanguageRuntime.Link, (request, call) =>
        this.#under(call, (signal) => linkPackages(language, request, signal)),
      ),
      route(LanguageRuntime.Pack, (request, call) =>
        this.#under(call, (signal) => packPackage(language, request, signal)),
      ),
      // A new project needs nothing else.
      route(LanguageRuntime.Template, () => ({})),
      route(LanguageRuntime.Cancel, async () => {
        await this.stop()
        return {}
      }),
    ]
  }

  async #run(request: RunRequest, call: IncomingCall): Promise<Init<RunResponse>> {
    const under = this.#begin(call)
    try {
      const start = this.#language.program(programRun(request, this.#engineAddress))
      const lastWords = new LastBytes(lastWordsBytes)
      const child = new Child(start, {
        signal: under.signal,
        onOutput: (stream, chunk) => {
          if (stream === 'stderr') lastWords.add(chunk)
          this.#print(stream, chunk)
        },
      })
      const ended = await child.ended
      if (under.signal.aborted) return { bail: true }
      if (ended.code === this.#language.doneCode) return {}
      if (ended.error !== undefined) return { error: `${start.file} ${describeExit(ended)}` }
      const error = this.#language.failure({ ...ended, lastWords: lastWords.toString() })
      return error === undefined ? { bail: true } : { error }
    } catch (error) {
      return { error: messageOf(error) }
    } finally {
      under.end()
    }
  }

  async *#runPlugin(request: RunPluginRequest, call: IncomingCall): AsyncGenerator<Init<RunPluginResponse>> {
    const under = this.#begin(call)
    try {
      const { kind, args, pwd, env } = request
      const start = this.#language.plugin({ sources: sourcesOf(request.info), kind, args, pwd })
      const variables = { ...Object.fromEntries(env.map(nameAndValue)), ...start.variables }
      for await (const { ended, ...output } of streamed({ ...start, variables }, { ...under, keepsStdin: true })) {
        if (ended === undefined) yield output
        else if (ended.error !== undefined) throw ended.error
        else yield { exitcode: ended.code ?? -1 }
      }
    } finally {
      under.end()
    }
  }

  async *#install(
    request: InstallDependenciesRequest,
    call: IncomingCall,
  ): AsyncGenerator<Init<InstallDependenciesResponse>> {
    const under = this.#begin(call)
    try {
      const sources = sourcesOf(request.info, request.directory)
      for (const start of this.#language.installation(sources, { isPlugin: request.isPlugin })) {
        const command = [start.file, ...start.args].join(' ')
        for await (const { ended, ...output } of streamed(start, under)) {
          if (ended === undefined) yield output
          else if (ended.code !== 0) throw new Error(`${command} in ${start.cwd} ${describeExit(ended)}`)
        }
      }
    } finally {
      under.end()
    }
  }

  async #under<T>(call: IncomingCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const under = this.#begin(call)
    try {
      return await work(under.signal)
    } finally {
      under.end()
    }
  }

  /** Begins work that runs until its caller gives up or we are cancelled. */
  #begin(call: IncomingCall): { readonly signal: AbortSignal; readonly end: () => void } {
    const control = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#running.set(control, promise)
    return {
      signal: AbortSignal.any([control.signal, call.signal]),
      end: () => {
        this.#running.delete(control)
        resolve()
      },
    }
  }
}

function nameAndValue(variable: string): readonly [string, string] {
  const equals = variable.indexOf('=')
  return equals < 0 ? [variable, ''] : [variable.slice(0, equals), variable.slice(equals + 1)]
}
