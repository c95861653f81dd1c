import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { Failure, messageOf } from '@slipway/model'

/** A lock, which holds until `release` or until the process ends for any reason. */
export interface Lock {
  release(): void
}

export interface LockWait {
  readonly signal: AbortSignal
  /** Called once, when another process has the lock. */
  readonly onWait?: () => void
}

type Mode = 'alone' | 'shared'

/** The interval between the attempts of a waiting caller, in milliseconds. */
const lookEvery = 20

/**
 * Locks between processes; each lock is an empty file. The kernel holds the locks through SQLite, so a killed holder frees them at once, and no
 * process id has to be checked. The files stay: removing a file would let two processes hold the same lock.
 */
export class Locks {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Takes a lock, and waits for it. @throws Failure `install/unwritable-store`; the signal's abort reason */
  take(name: string, options: LockWait): Promise<Lock> {
    return this.#wait(name, 'alone', options)
  }

  /** Takes a shared lock: many processes may share it, and meanwhile none can hold it exclusively. */
  share(name: string, options: LockWait): Promise<Lock> {
    return this.#wait(name, 'shared', options)
  }

  /** Takes the lock at once, or returns `undefined` when another process has it. */
  async tryTake(name: string): Promise<Lock | undefined> {
    return this.#try(await openLockFile(this.#folder, name), 'alone')
  }

  async #wait(name: string, mode: Mode, { signal, onWait }: LockWait): Promise<Lock> {
    for (let told = false; ; told = true) {
      signal.throwIfAborted()
      const lock = this.#try(await openLockFile(this.#folder, name), mode)
      if (lock !== undefined) return lock
      if (!told) onWait?.()
      await wait(lookEvery + Math.random() * lookEvery, undefined, { signal })
    }
  }

  #try(file: DatabaseSync, mode: Mode): Lock | undefined {
    try {
      file.exec(mode === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN')
      // A transaction that only reads takes its lock at its first query.
      if (mode === 'shared') file.prepare('SELECT 1 FROM sqlite_schema').get()
      return { release: () => file.close() }
    } catch (error) {
      file.close()
      if (isBusy(error)) return undefined
      throw error
    }
  }
}

async function openLockFile(folder: string, name: string): Promise<DatabaseSync> {
  const file = join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.lock`)
  const { DatabaseSync } = await import('node:sqlite')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw new Failure('install/unwritable-store', `cannot lock ${file}: ${messageOf(error)}`, {
      hint: 'set SLIPWAY_PLUGIN_STORE or SLIPWAY_HOME to a folder that you can write',
      cause: error,
    })
  }
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
}
