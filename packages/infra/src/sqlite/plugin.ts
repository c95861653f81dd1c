import { type FSWatcher, watch as watchFile } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { configured, type PluginContext, type PluginOption } from '@slipway/agent'
import { z } from 'zod'
import { ownVariables } from '../config/misspelt.ts'
import * as config from '../config/plugin.ts'
import { Failure, messageOf } from '@slipway/model'
import {
  byKey,
  type Change,
  type CommitOutcome,
  compared,
  type Entry,
  type KeyValueStore,
  keyValueStore,
  type Values,
  type Watch,
  type WatchObserver,
} from '../keyvalue/store.ts'
import { changesBetween, type Known, knownOf } from './difference.ts'

export const settingsSchema = z.strictObject({
  path: z.string().describe('the database file, made when it does not exist'),
  pollMs: z
    .number()
    .int()
    .positive()
    .default(100)
    .describe(
      'how often the file is looked at for changes of other processes, in milliseconds, besides when the system says that it changes',
    ),
  timeout: z
    .number()
    .int()
    .positive()
    .default(5000)
    .describe('how long one operation may wait for other processes, in milliseconds'),
})

export type SqliteSettings = z.input<typeof settingsSchema>

/** The longest pause between looks for a commit after its write was noticed, in milliseconds; the pauses begin at one and double. */
const longestPauseMs = 64

interface OpenWatch {
  readonly prefix: string
  readonly observer: WatchObserver
  known: Known
}

/** A key-value store in a file that several processes may share. Disabled when no path is configured. */
export class Sqlite implements KeyValueStore {
  name = 'sqlite'
  readonly provides = [keyValueStore]
  readonly deps = { config: config.defaultPlugin }
  settings: SqliteSettings | undefined
  readonly #watches = new Map<Watch, OpenWatch>()
  #database: DatabaseSync | undefined
  #timer: NodeJS.Timeout | undefined
  #watcher: FSWatcher | undefined
  #again: NodeJS.Timeout | undefined
  #version: unknown
  #context: PluginContext | undefined
  #isWell = true

  get enabled(): boolean {
    return this.#database !== undefined
  }

  async init(context: PluginContext): Promise<void> {
    this.#context = context
    this.#isWell = true
    const settings = await context.use(this.deps.config).read(this.name, settingsSchema, this.settings, ownVariables)
    if (settings === undefined) return context.report('disabled', 'no path is configured')
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(settings.path, { timeout: settings.timeout })
    this.#database = database
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    database.exec('CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
    this.#version = this.#dataVersion()
    this.#timer = setInterval(() => this.#look(), settings.pollMs).unref()
    this.#watcher = watched(`${settings.path}-wal`, () => this.#noticed())
  }

  close(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#again)
    this.#again = undefined
    this.#watcher?.close()
    this.#watcher = undefined
    this.#watches.clear()
    this.#database?.close()
    this.#database = undefined
  }

  async get(key: string): Promise<string | undefined> {
    return this.#attempt((database) => valuesOf(database, [key]).get(key))
  }

  async list(prefix: string): Promise<readonly Entry[]> {
    return this.#attempt(() => this.#list(prefix))
  }

  put(key: string, value: string): Promise<void> {
    return this.commit([{ type: 'put', key, value }])
  }

  delete(key: string): Promise<void> {
    return this.commit([{ type: 'delete', key }])
  }

  async commit(changes: readonly Change[]): Promise<void> {
    await this.commitIf(new Map(), changes)
  }

  async commitIf(expected: Values, changes: readonly Change[]): Promise<CommitOutcome> {
    const outcome = this.#attempt((database) => write(database, expected, changes))
    if (outcome.committed)
      for (const watch of this.#watches.values())
        tell(
          watch,
          changes.filter(({ key }) => key.startsWith(watch.prefix)),
        )
    return outcome
  }

  watch(prefix: string, observer: WatchObserver): Watch {
    const entries = this.#list(prefix)
    const watch: Watch = {
      close: async () => {
        this.#watches.delete(watch)
      },
    }
    this.#watches.set(watch, { prefix, observer, known: knownOf(entries) })
    observer.snapshot(entries)
    return watch
  }

  /** The system reports a write before its commit is visible, so the look is repeated for a while. */
  #noticed(pauseMs = 1): void {
    if (this.#look() || this.#again !== undefined || pauseMs > longestPauseMs) return
    this.#again = setTimeout(() => {
      this.#again = undefined
      this.#noticed(2 * pauseMs)
    }, pauseMs).unref()
  }

  /**
   * Reports the changes of other processes since the last look. SQLite shows only that there are some. No caller waits for a look, so a failed one
   * is reported as a loss, until one succeeds. Returns true when there was something new.
   */
  #look(): boolean {
    if (this.#watches.size === 0) return false
    try {
      const version = this.#dataVersion()
      if (this.#isWell && version === this.#version) return false
      for (const watch of this.#watches.values()) this.#lookFor(watch)
      this.#version = version
      if (!this.#isWell) this.#context?.report('ok')
      this.#isWell = true
      return true
    } catch (error) {
      if (!this.#isWell) return false
      this.#isWell = false
      this.#context?.report('degraded', messageOf(error))
      for (const { observer } of this.#watches.values()) observer.lost?.(error)
      return false
    }
  }

  #lookFor(watch: OpenWatch): void {
    const entries = this.#list(watch.prefix)
    if (this.#isWell) return tell(watch, changesBetween(watch.known, entries))
    watch.known = knownOf(entries)
    watch.observer.snapshot(entries)
  }

  #dataVersion(): unknown {
    return this.#open().prepare('PRAGMA data_version').get()?.['data_version']
  }

  #list(prefix: string): readonly Entry[] {
    // Up to the prefix followed by the last code point: a range of the primary key.
    const rows = this.#open().prepare('SELECT key, value FROM entries WHERE key >= ? AND key < ? || char(1114111)')
    return (rows.all(prefix, prefix) as unknown as Entry[]).map(({ key, value }) => ({ key, value })).sort(byKey)
  }

  #attempt<T>(work: (database: DatabaseSync) => T): T {
    const database = this.#open()
    try {
      return work(database)
    } catch (error) {
      throw new Failure('infra/store-unavailable', `the operation of ${this.name} failed: ${messageOf(error)}`, {
        cause: error,
      })
    }
  }

  #open(): DatabaseSync {
    if (this.#database !== undefined) return this.#database
    throw new Failure('infra/store-disabled', `${this.name} is disabled: no path is configured for it`, {
      hint: `set --${this.name}.path=FILE, or check plugin.enabled before using it`,
    })
  }
}

/** Watches the file; where the system has no change events, regular looks must do. */
function watched(file: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watchFile(file, { persistent: false }, onChange).on('error', () => {})
  } catch {
    return undefined
  }
}

function write(database: DatabaseSync, expected: Values, changes: readonly Change[]): CommitOutcome {
  database.exec('BEGIN IMMEDIATE')
  try {
    const outcome = compared(expected, valuesOf(database, expected.keys()))
    if (!outcome.committed) {
      database.exec('ROLLBACK')
      return outcome
    }
    const put = database.prepare(
      'INSERT INTO entries VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    const remove = database.prepare('DELETE FROM entries WHERE key = ?')
    for (const change of changes) {
      if (change.type === 'put') put.run(change.key, change.value)
      else remove.run(change.key)
    }
    database.exec('COMMIT')
    return outcome
  } catch (error) {
    // Some errors have already rolled back; the first error is the one to throw.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function valuesOf(database: DatabaseSync, keys: Iterable<string>): Values {
  const statement = database.prepare('SELECT value FROM entries WHERE key = ?')
  return new Map(Array.from(keys, (key) => [key, statement.get(key)?.['value'] as string | undefined]))
}

function tell(watch: OpenWatch, changes: readonly Change[]): void {
  if (changes.length === 0) return
  for (const change of changes) {
    if (change.type === 'put') watch.known.set(change.key, change.value)
    else watch.known.delete(change.key)
  }
  watch.observer.changes(changes)
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Sqlite>[]): Sqlite {
  return configured(new Sqlite(), options)
}

export function useSettings(settings: SqliteSettings): PluginOption<Sqlite> {
  return (sqlite) => {
    sqlite.settings = settings
  }
}

export function useName(name: string): PluginOption<Sqlite> {
  return (sqlite) => {
    sqlite.name = name
  }
}

export function useDeps(change: (deps: Sqlite['deps']) => void): PluginOption<Sqlite> {
  return ({ deps }) => change(deps)
}
