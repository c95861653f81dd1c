import type { Program } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import type { Route } from '@slipway/protocol'
import type { InstanceState } from '@slipway/stores'
import { type DialProgram, maxMessageBytes } from './monitor/callbacks/callbacks.ts'
import type { ProgramMessage, StackConfig } from './monitor/deployment.ts'
import type { ProgramEnd, ProgramHost } from './monitor/program-host.ts'
import { ProgramServices } from './monitor/services.ts'
import { namesOfRecord } from './urns/names-for-people.ts'
import type { ProgramCatalog } from './providers/catalog.ts'
import { hookNamesIn } from './providers/hooks.ts'
import type { StateForm } from './migrations/state-form.ts'
import type { FetchAsset } from './values/assets.ts'

export interface RunProgramOptions {
  readonly stack: StackConfig
  readonly host: ProgramHost
  readonly catalog: ProgramCatalog
  /** The state before the run. */
  readonly state: InstanceState | undefined
  /** The run changes nothing and only collects the program's requests. */
  readonly dryRun: boolean
  /** After a failure, still make resources that do not depend on the failed one. */
  readonly continueOnError?: boolean
  readonly parallel: number
  /** Opens a server for the program only, with a limit on message size in bytes. */
  readonly serve: (routes: readonly Route[], maxMessageBytes: number) => Promise<Served>
  /** Connects to a port where the program listens, and to no other process. */
  readonly dial: DialProgram
  /** Aborting this signal ends all answers to the program. The program itself ends once running work is done and its hooks were called. */
  readonly stop: AbortSignal
  /** Aborting this signal ends the program at once. */
  readonly cancel: AbortSignal
  readonly tell: (message: ProgramMessage) => void
  readonly fetchAsset: FetchAsset
  readonly stateForm: () => Promise<StateForm>
  readonly parts: ProgramParts
}

/** An open server. */
interface Served {
  readonly address: string
  close(): Promise<void>
}

/** Time for a program to end after its last answer and its last hook call, in milliseconds. */
const lastWordsMs = 5000

/** One run of a program, in the form that the engine takes. */
export class ProgramRun {
  readonly #options: RunProgramOptions
  readonly #end = new AbortController()
  #door: Served | undefined
  #services: ProgramServices | undefined
  #running: Promise<ProgramEnd> | undefined

  constructor(options: RunProgramOptions) {
    this.#options = options
  }

  /** Passes the program's requests to the engine. Fails if the program fails; its own messages have been reported by then. */
  readonly program: Program = async (want, saying) => {
    const { stack, catalog, state, dryRun, parallel, tell, stop, cancel, host, serve, dial, parts } = this.#options
    const { continueOnError = false, fetchAsset, stateForm } = this.#options
    if (stop.aborted) throw wasStopped()
    const services = new ProgramServices(
      { stack, catalog, state, dryRun, parallel, want, saying, tell, parts, continueOnError, fetchAsset, stateForm },
      dial,
    )
    saying.mayGo((record) => parts.mayGo(namesOfRecord(record)))
    this.#services = services
    this.#door = await serve(services.routes, maxMessageBytes)
    const { address } = this.#door
    services.openAt(address)
    const signal = AbortSignal.any([cancel, this.#end.signal])
    const { config, configSecretKeys, project, organization } = stack
    const about = { project, stack: stack.stack, organization, config, configSecretKeys }
    const request = { ...about, dryRun, parallel, monitorAddress: address, engineAddress: address }
    const running = host.run(request, signal)
    this.#running = running
    void services.brokenOff.then(() => services.idle).then(() => this.#endAfter(lastWordsMs))
    // Waits for the language plugin, which must start first.
    host
      .isThere()
      .then(() => catalog.connections.prelaunch())
      .catch(() => undefined)
    // Hold at once: the engine answers no more, but the program need not learn of that.
    const hold = (): void => services.hold('this run was stopped')
    const end = await unlessAborted(stop, hold, () => endOf(running, services, state))
    if (end === 'aborted') throw wasStopped()
    if (services.brokenOffBecause !== undefined)
      throw new Error(`nothing more was done for it: ${services.brokenOffBecause}`)
    const isFailed = end !== undefined && (end.bail || end.error !== '')
    if (isFailed) throw new Error(end.error || 'it ended with an error')
    // SDKs always send the outputs last, even if there are none. Node.js exits successfully when nothing happens any more, even if a
    // program still waits.
    if (services.stackOutputs === undefined) throw new Error('it ended before it finished')
    parts.refuseUnknown((state?.resources ?? []).map(namesOfRecord))
    saying.exports(services.stackOutputs)
    // Throw, so that nothing is destroyed: a failure may have prevented further requests.
    if (services.failedResources.length > 0)
      throw new Error(`${services.failedResources.join(', ')} could not be made or read`)
    const [failed] = services.failedHooks
    if (failed !== undefined) throw new Error(failed)
  }

  /** Lets the program end and waits for it. Always call it once the engine is done with the program. */
  async close(): Promise<void> {
    if (this.#options.stop.aborted) await this.#endStopped()
    this.#services?.end()
    await this.#running?.catch(() => undefined)
    this.#services?.close()
    await this.#door?.close()
  }

  /** Ends a program after a while. Some do not exit by themselves, because open listeners keep them alive. */
  #endAfter(ms: number): void {
    const timer = setTimeout(() => this.#end.abort(), ms)
    timer.unref()
    this.#running?.catch(() => undefined).finally(() => clearTimeout(timer))
  }

  /** Ends a stopped program once its last hook has answered, or at once on a second stop. */
  async #endStopped(): Promise<void> {
    const { cancel } = this.#options
    await unlessAborted(
      cancel,
      () => undefined,
      async () => await this.#services?.idle,
    )
    this.#end.abort()
    await this.#running?.catch(() => undefined)
  }
}

function wasStopped(): Error {
  return new Error('it was ended because this run was stopped')
}

/** The result of the work, or `aborted` if the signal aborts first. */
async function unlessAborted<T>(
  signal: AbortSignal,
  stopped: () => void,
  work: () => Promise<T>,
): Promise<T | 'aborted'> {
  const { promise: aborted, resolve } = Promise.withResolvers<'aborted'>()
  const onAbort = (): void => {
    stopped()
    resolve('aborted')
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([aborted, work()])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * The program's end. It says more than the signal for the last request, because SDKs detect pending work only at exit. `undefined` for a
 * program that is needed until everything is done.
 */
async function endOf(
  running: Promise<ProgramEnd>,
  services: ProgramServices,
  state: InstanceState | undefined,
): Promise<ProgramEnd | undefined> {
  const end = await Promise.race([running, services.signalled.then(() => undefined)])
  if (end !== undefined) return end
  if (isNeededToTheEnd(state) && services.brokenOffBecause === undefined) return undefined
  services.end()
  return await running
}

/** True if a resource that may be destroyed has hooks. */
function isNeededToTheEnd(state: InstanceState | undefined): boolean {
  return (state?.resources ?? []).some(({ spec }) => {
    const names = hookNamesIn(spec)
    return ['before_delete', 'after_delete', 'on_error'].some((moment) => names[moment] !== undefined)
  })
}
