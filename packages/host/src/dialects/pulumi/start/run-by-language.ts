import { dirname } from 'node:path'
import { messageOf } from '@slipway/model'
import { type RpcChannel, RpcFailure } from '@slipway/protocol'
import { LanguageRuntime, structToWire } from '@slipway/protocol/pulumi'
import type { LaunchProblem } from '../../dialect.ts'
import type { SourceRuntime } from '../described/plugin-yaml.ts'
import { PrintedLines } from './printed-lines.ts'

export interface SourcesToRun {
  readonly file: string
  readonly kind: string
  readonly name: string
  readonly runtime: SourceRuntime
  readonly cwd: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** The address of the service Loader; empty if there is none. */
  readonly loaderAddress: string
}

interface HeardSources extends SourcesToRun {
  /** Called with each line that the plugin has printed. */
  readonly heard: (stream: 'stdout' | 'stderr', line: string) => void
}

/** Makes a language plugin run sources, for as long as they run. Resolves to their end. Never rejects. */
export async function runByLanguage(language: RpcChannel, sources: HeardSources): Promise<LaunchProblem> {
  const { runtime, heard } = sources
  const lines = { stdout: new PrintedLines(), stderr: new PrintedLines() }
  const print = (stream: 'stdout' | 'stderr', bytes: Uint8Array): void => {
    for (const line of lines[stream].add(bytes)) heard(stream, line)
  }
  try {
    for await (const { stdout, stderr, exitcode } of runOf(language, sources)) {
      if (stdout !== undefined) print('stdout', stdout)
      if (stderr !== undefined) print('stderr', stderr)
      if (exitcode !== undefined) return { reason: `exited with code ${exitcode}`, permanent: true }
    }
    return { reason: 'has ended', permanent: false }
  } catch (error) {
    // A plugin that has refused to run them would refuse again.
    const permanent = error instanceof RpcFailure && error.ended
    return { reason: `was not run by the language plugin ${runtime.name}: ${messageOf(error)}`, permanent }
  }
}

/** Yields a run's output as it appears, and then its exit code. Fails like the language plugin. */
export function runOf(language: RpcChannel, sources: SourcesToRun, signal?: AbortSignal) {
  const { file, kind, name, runtime, cwd, args, loaderAddress: loaderTarget, environment = {} } = sources
  const info = infoOf(dirname(file), runtime)
  const env = Object.entries(environment).map(([variable, value]) => `${variable}=${value}`)
  const request = { pwd: cwd, args: [...args], env, info, kind, name, loaderTarget }
  return language.stream(LanguageRuntime.RunPlugin, request, { ...(signal && { signal }) })
}

/** Sources in a folder, in the language plugin's form. */
export function infoOf(folder: string, { options }: SourceRuntime) {
  return { rootDirectory: folder, programDirectory: folder, entryPoint: '.', options: structToWire(options) }
}
