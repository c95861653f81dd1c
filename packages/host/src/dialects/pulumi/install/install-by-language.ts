import { Failure, messageOf } from '@slipway/model'
import { type RpcChannel, RpcFailure, Status } from '@slipway/protocol'
import { LanguageRuntime } from '@slipway/protocol/pulumi'
import type { SourceRuntime } from '../described/plugin-yaml.ts'
import { PrintedLines } from '../start/printed-lines.ts'
import { infoOf } from '../start/run-by-language.ts'

/** The sources of a plugin, for the language plugin that installs their dependencies. */
export interface SourcesToInstall {
  readonly folder: string
  readonly runtime: SourceRuntime
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/** Milliseconds after which a language plugin is given up. */
const timeoutMs = 30 * 60_000

/** How many of the last printed lines a failure shows. */
const lastLines = 20

/**
 * Asks a language plugin to install the dependencies of sources, in their folder.
 *
 * @throws Failure `install/dependencies`
 */
export async function installByLanguage(language: RpcChannel, sources: SourcesToInstall): Promise<void> {
  const { folder, runtime, say } = sources
  const last: string[] = []
  const lines = { stdout: new PrintedLines(), stderr: new PrintedLines() }
  const print = (stream: 'stdout' | 'stderr', bytes: Uint8Array): void => {
    for (const line of lines[stream].add(bytes)) {
      last.splice(0, last.length - lastLines + 1)
      last.push(line)
      say(line)
    }
  }
  const signal = AbortSignal.any([sources.signal, AbortSignal.timeout(timeoutMs)])
  const request = { directory: folder, info: infoOf(folder, runtime), isPlugin: true }
  try {
    for await (const { stdout, stderr } of language.stream(LanguageRuntime.InstallDependencies, request, { signal })) {
      print('stdout', stdout)
      print('stderr', stderr)
    }
  } catch (error) {
    sources.signal.throwIfAborted()
    // A language plugin without this call has nothing to install.
    if (error instanceof RpcFailure && error.status === Status.unimplemented) return
    const why = signal.aborted ? 'it took too long' : messageOf(error)
    throw new Failure('install/dependencies', `the language plugin ${runtime.name} in ${folder}: ${why}`, {
      details: last.filter((line) => line.trim() !== ''),
      hint: 'fix the cause, then run the same command again: downloads are kept',
      cause: error,
    })
  }
}
