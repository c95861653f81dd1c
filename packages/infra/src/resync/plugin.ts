import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { messageOf } from '@slipway/model'
import * as log from '../log/plugin.ts'

/** Brings one subscriber in line with the data. */
export type Resynchronise = (signal: AbortSignal) => unknown

/**
 * Orders full re-synchronisations. Plugins register in init. Once the whole agent has started, and whenever a caller asks for it, each is called in
 * order of registration, one at a time. A subscriber that fails makes its plugin degraded and does not keep the others from their turn.
 */
export class Resync implements Plugin {
  name = 'resync'
  readonly deps = { log: log.defaultPlugin }
  /** How long one subscriber may take, in milliseconds. */
  timeout = 30_000
  readonly #subscribers = new Map<string, { readonly context: PluginContext; readonly resynchronise: Resynchronise }>()
  readonly #failed = new Set<string>()
  #running: Promise<void> = Promise.resolve()
  #closing = new AbortController()
  /** True once the agent has started: a plugin that registers later has missed the first round. */
  #started = false
  #log: log.Log | undefined

  init(context: PluginContext): void {
    this.#closing = new AbortController()
    this.#log = context.use(this.deps.log)
  }

  afterInit({ agent }: PluginContext): void {
    const { signal } = this.#closing
    void agent.started.then(() => (signal.aborted ? undefined : this.#begin()))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#started = false
    await this.#running
    this.#subscribers.clear()
    this.#failed.clear()
  }

  /**
   * A subscriber that registers after the start gets its turn at once.
   * @param name of the subscriber, unique; the same name again replaces it
   */
  register(name: string, context: PluginContext, resynchronise: Resynchronise): void {
    this.#subscribers.set(name, { context, resynchronise })
    if (this.#started) void this.resync(name)
  }

  /** Resynchronises all subscribers, or one. Resolves when it is done, after the requests before it. */
  resync(name?: string): Promise<void> {
    this.#running = this.#running.then(() => this.#run(name))
    return this.#running
  }

  #begin(): Promise<void> {
    this.#started = true
    return this.resync()
  }

  async #run(only: string | undefined): Promise<void> {
    // A plugin that registers meanwhile has a turn of its own.
    const present = [...this.#subscribers]
    for (const [name, { context, resynchronise }] of present) {
      if (this.#closing.signal.aborted) return
      if (only !== undefined && only !== name) continue
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.timeout)])
      try {
        await untilAborted(resynchronise(signal), signal)
        // Clears only this plugin's own report: the plugin may be unwell for other reasons.
        if (this.#failed.delete(name)) context.report('ok')
      } catch (error) {
        if (this.#closing.signal.aborted) return
        this.#failed.add(name)
        context.report('degraded', `resync failed: ${messageOf(error)}`)
        this.#log?.logger(this.name).error('resync failed', { subscriber: name, error })
      }
    }
  }
}

/** The result, or the signal's reason when that comes first. */
async function untilAborted(result: unknown, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([result, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Resync>[]): Resync {
  return configured(new Resync(), options)
}

export function useDeps(change: (deps: Resync['deps']) => void): PluginOption<Resync> {
  return ({ deps }) => change(deps)
}
