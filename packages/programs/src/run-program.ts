import type { Program } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import type { Route } from '@slipway/protocol'
import type { InstanceState } from '@slipway/stores'
import { type DialProgram, maxMessageBytes } from './monitor/callbacks.ts'
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
  /** As it is before. */
  readonly state: InstanceState | undefined
  /** Nothing is done: the program runs so that one knows what it would ask for. */
  readonly dryRun: boolean
  /** Resources that do not need the failed one are made all the same. */
  readonly continueOnError?: boolean
  readonly parallel: number
  /** Opens a door for the program, and for nobody else. Messages have at most so many bytes. */
  readonly serve: (routes: readonly Route[], maxMessageBytes: number) => Promise<Served>
  /** Reaches a port at which the program listens, and nobody else. */
  readonly dial: DialProgram
  /** Aborted: the program gets no more answers. It is ended once what is being done for it is done, and its hooks were called. */
  readonly stop: AbortSignal
  /** Aborted: the program is ended at once. */
  readonly cancel: AbortSignal
  readonly tell: (message: ProgramMessage) => void
  readonly fetchAsset: FetchAsset
  readonly stateForm: () => Promise<StateForm>
  readonly parts: ProgramParts
}

/** An open door. */
interface Served {
  readonly address: string
  close(): Promise<void>
}

/** How long a program may go on once nothing more is done for it, and no hook of it is called any more, in milliseconds. */
const lastWordsMs = 5000

/** One run of a program, as the engine takes it. */
export class ProgramRun {
  readonly #options: RunProgramOptions
  readonly #end = new AbortController()
  #door: Served | undefined
  #services: ProgramServices | undefined
  #running: Promise<ProgramEnd> | undefined

  constructor(options: RunProgramOptions) {
    this.#options = options
  }

  /** Asks the engine for what the program asks for. Fails when the program does; its own words are told by then. */
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
    // Not before: whoever runs the program starts, too, and nothing goes on until it has.
    host
      .isThere()
      .then(() => catalog.connections.prelaunch())
      .catch(() => undefined)
    // At once: engines answer nothing more then, which is no reason to tell the program that they are gone.
    const hold = (): void => services.hold('this run was stopped')
    const end = await unlessAborted(stop, hold, () => endOf(running, services, state))
    if (end === 'aborted') throw wasStopped()
    if (services.brokenOffBecause !== undefined)
      throw new Error(`nothing more was done for it: ${services.brokenOffBecause}`)
    const isFailed = end !== undefined && (end.bail || end.error !== '')
    if (isFailed) throw new Error(end.error || 'it ended with an error')
    // SDKs say them last, also where there are none. Node.js ends well when nothing happens any more, whatever a program waits for.
    if (services.stackOutputs === undefined) throw new Error('it ended before it had run to its end')
    parts.refuseUnknown((state?.resources ?? []).map(namesOfRecord))
    saying.exports(services.stackOutputs)
    // Then nothing goes that it no longer asks for: what failed may have kept it from asking.
    if (services.failedResources.length > 0)
      throw new Error(`${services.failedResources.join(', ')} could not be made or read`)
    const [failed] = services.failedHooks
    if (failed !== undefined) throw new Error(failed)
  }

  /** Lets the program end, and waits until it has. Call it once the engine is done with it, however that was. */
  async close(): Promise<void> {
    if (this.#options.stop.aborted) await this.#endStopped()
    this.#services?.end()
    await this.#running?.catch(() => undefined)
    this.#services?.close()
    await this.#door?.close()
  }

  /** Some do not end when they are told that nothing more is done: what they still listen for keeps them. */
  #endAfter(ms: number): void {
    const timer = setTimeout(() => this.#end.abort(), ms)
    timer.unref()
    this.#running?.catch(() => undefined).finally(() => clearTimeout(timer))
  }

  /** Its hooks are called until the last of them has answered, or somebody has said stop once more. */
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

/** The result of the promise, unless the signal is aborted before: then nobody waits for it. */
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
 * How the program has ended, which says more than its word that it asks for nothing more: SDKs find out last that something was left
 * waiting. `undefined` for one that is needed until all is done.
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

/** Something that may go has hooks, which are called then. */
function isNeededToTheEnd(state: InstanceState | undefined): boolean {
  return (state?.resources ?? []).some(({ spec }) => {
    const names = hookNamesIn(spec)
    return ['before_delete', 'after_delete', 'on_error'].some((moment) => names[moment] !== undefined)
  })
}
