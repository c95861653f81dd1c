import type { ValueMap } from '@slipway/model'
import type { RpcChannel } from '@slipway/protocol'
import { LanguageRuntime, structToWire } from '@slipway/protocol/pulumi'
import { orNothing } from './shake-hands.ts'

/** A run of a program. Paths are absolute; addresses are such as `127.0.0.1:4711`. */
export interface ProgramRequest {
  readonly project: string
  readonly stack: string
  readonly organization: string
  /** Keyed by `project:key`; values other than text are JSON. */
  readonly config: Readonly<Record<string, string>>
  readonly configSecretKeys: readonly string[]
  /** Tells the program that this run changes nothing. */
  readonly dryRun: boolean
  readonly parallel: number
  /** Addresses of the services ResourceMonitor and Engine. */
  readonly monitorAddress: string
  readonly engineAddress: string
  /** Addresses of the services Loader and Mapper; empty if there are none. */
  readonly loaderAddress?: string
  readonly mapperAddress?: string
  readonly program: ProgramFolder
  readonly args?: readonly string[]
}

/** The folder of a program and the way to run it. */
export interface ProgramFolder {
  /** Folder of the project's description. */
  readonly root: string
  readonly folder: string
  /** Relative to the folder: `.`, or a file. */
  readonly entry: string
  readonly options: ValueMap
}

/** The end of a program; it succeeded if both fields are empty. */
export interface ProgramEnd {
  /** The reason why it ended; empty when there is none to report. */
  readonly error: string
  /** The program has failed, and has reported the reason itself. */
  readonly bail: boolean
}

/** Milliseconds for a program to end when asked, and then for its language plugin to report it. */
const endMs = 10_000

/**
 * Has a language plugin run a program to its end. An abort of `stop` asks the program to end, and it then does not end well. Fails when the
 * language plugin cannot report the end.
 */
export async function runProgram(
  language: RpcChannel,
  request: ProgramRequest,
  stop: AbortSignal,
): Promise<ProgramEnd> {
  const { program, engineAddress } = request
  const info = {
    rootDirectory: program.root,
    programDirectory: program.folder,
    entryPoint: program.entry,
    options: structToWire(program.options),
  }
  const { rootDirectory, programDirectory } = info
  const greeting = { engineAddress, rootDirectory, programDirectory }
  await orNothing(language.call(LanguageRuntime.Handshake, greeting, { signal: stop }))
  const givenUp = new AbortController()
  const onStop = (): void => void cancel(language, givenUp)
  stop.addEventListener('abort', onStop, { once: true })
  try {
    const run = { ...runRequest(request), info }
    const { error, bail } = await language.call(LanguageRuntime.Run, run, { signal: givenUp.signal })
    return stop.aborted ? { error: '', bail: true } : { error, bail }
  } catch (error) {
    if (stop.aborted) return { error: '', bail: true }
    throw error
  } finally {
    stop.removeEventListener('abort', onStop)
  }
}

function runRequest({ program, config, configSecretKeys, args = [], ...said }: ProgramRequest) {
  const { project, stack, organization, dryRun, parallel, monitorAddress } = said
  const { loaderAddress = '', mapperAddress = '' } = said
  return {
    project,
    stack,
    organization,
    dryRun,
    parallel,
    monitorAddress,
    pwd: program.folder,
    program: program.entry,
    args: [...args],
    config: { ...config },
    configSecretKeys: [...configSecretKeys],
    loaderTarget: loaderAddress,
    mapperTarget: mapperAddress,
  }
}

/** Cancels the run. A language plugin that cannot end its program is given up as a whole. */
export async function cancel(language: RpcChannel, givenUp: AbortController): Promise<void> {
  const timer = setTimeout(() => givenUp.abort(), endMs)
  await language.call(LanguageRuntime.Cancel, {}, { deadlineMs: endMs }).catch(() => givenUp.abort())
  timer.unref()
}
