import type { PluginContext } from '@slipway/agent'
import { Failure, messageOf } from '@slipway/model'
import type { z } from 'zod'
import * as config from '../config/plugin.ts'
import { ownVariables } from '../config/misspelt.ts'
import * as log from '../log/plugin.ts'
import { within } from './session-end.ts'
import {
  type Change,
  type CommitOutcome,
  type Entry,
  type KeyValueStore,
  keyValueStore,
  type Values,
  type Watch,
  type WatchObserver,
} from './store.ts'
import { watchLoop } from './watch-loop.ts'

export interface RemoteStoreDeps {
  config: config.Config
  log: log.Log
}

/**
 * Common to stores behind a connection: settings or disabled, trouble reported and ended, watches that come back.
 * The store need not be there when the agent starts: the plugin is degraded until it is.
 */
export abstract class RemoteStore<Settings extends { readonly timeout: number }> implements KeyValueStore {
  abstract name: string
  readonly provides = [keyValueStore]
  readonly deps: RemoteStoreDeps = { config: config.defaultPlugin, log: log.defaultPlugin }
  /** Set by the program itself; configuration beats it. Without either the store is disabled. */
  settings: config.Given<Settings> | undefined
  protected abstract readonly schema: z.ZodType<Settings>
  readonly #watches = new Set<Watch>()
  #context: PluginContext | undefined
  #enabled = false
  /** How long one operation may take, in milliseconds. */
  #timeout = 0
  #isWell: boolean | undefined

  /** Prepares the connection; does not fail because nobody answers. */
  protected abstract open(settings: Settings): Promise<void>
  protected abstract shut(): Promise<void>
  protected abstract readAll(prefix: string): Promise<readonly Entry[]>
  protected abstract read(key: string): Promise<string | undefined>
  /** Changes each key once. */
  protected abstract write(expected: Values, changes: readonly Change[]): Promise<CommitOutcome>
  protected abstract session(prefix: string, observer: WatchObserver, signal: AbortSignal): Promise<void>

  get enabled(): boolean {
    return this.#enabled
  }

  async init(context: PluginContext): Promise<void> {
    this.#context = context
    this.#isWell = undefined
    const settings = await context.use(this.deps.config).read(this.name, this.schema, this.settings, ownVariables)
    this.#enabled = settings !== undefined
    if (settings === undefined) return context.report('disabled', 'nothing is configured')
    this.#timeout = settings.timeout
    await this.open(settings)
    // Finds out whether a usable store answers and reports it. A store may also come later.
    await this.get('').catch(() => {})
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#watches, (watch) => watch.close()))
    if (this.#enabled) await this.shut()
    this.#enabled = false
  }

  get(key: string): Promise<string | undefined> {
    return this.#attempt(() => this.read(key))
  }

  list(prefix: string): Promise<readonly Entry[]> {
    return this.#attempt(() => this.readAll(prefix))
  }

  put(key: string, value: string): Promise<void> {
    return this.commit([{ type: 'put', key, value }])
  }

  delete(key: string): Promise<void> {
    return this.commit([{ type: 'delete', key }])
  }

  async commit(changes: readonly Change[]): Promise<void> {
    const last = lastOfEach(changes)
    if (last.length > 0) await this.#attempt(() => this.write(new Map(), last))
  }

  commitIf(expected: Values, changes: readonly Change[]): Promise<CommitOutcome> {
    return this.#attempt(() => this.write(expected, lastOfEach(changes)))
  }

  watch(prefix: string, observer: WatchObserver): Watch {
    this.#refuseDisabled()
    const loop = watchLoop((told, signal) => this.session(prefix, told, signal), {
      snapshot: (entries) => {
        this.#wellness(true)
        observer.snapshot(entries)
      },
      changes: (changes) => observer.changes(changes),
      lost: (error) => {
        this.#wellness(false, error)
        observer.lost?.(error)
      },
    })
    const watch: Watch = {
      close: async () => {
        this.#watches.delete(watch)
        await loop.close()
      },
    }
    this.#watches.add(watch)
    return watch
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    this.#refuseDisabled()
    try {
      const result = await within(this.#timeout, work())
      this.#wellness(true)
      return result
    } catch (error) {
      this.#wellness(false, error)
      throw new Failure('infra/store-unavailable', `the operation of ${this.name} failed: ${messageOf(error)}`, {
        cause: error,
      })
    }
  }

  #refuseDisabled(): void {
    if (this.#enabled) return
    throw new Failure('infra/store-disabled', `${this.name} is disabled: nothing is configured for it`, {
      hint: `set --${this.name}-config=FILE, or check plugin.enabled before using it`,
    })
  }

  #wellness(isWell: boolean, error?: unknown): void {
    if (this.#isWell === isWell) return
    const logger = this.#context?.use(this.deps.log).logger(this.name)
    if (!isWell) logger?.warn('not reachable', { error })
    else if (this.#isWell === false) logger?.info('reachable again')
    this.#isWell = isWell
    this.#context?.report(isWell ? 'ok' : 'degraded', isWell ? undefined : messageOf(error))
  }
}

/** Some stores refuse a transaction that touches a key twice. */
function lastOfEach(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [change.key, change])).values()]
}
