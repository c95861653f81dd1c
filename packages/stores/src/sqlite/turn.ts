import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDirectory } from './database.ts'
import { storeFailure } from './errors.ts'

/** In milliseconds. A turn takes only a moment. */
const [longest, askAgainEvery] = [10_000, 20]

/**
 * Does what only one at a time may do, of all processes that name the same turn. The system takes it from who dies; a file of that name
 * stays in the folder of the state, and says nothing.
 *
 * Fails with `state/busy` after 10 seconds, and as the state does where the file cannot be had.
 *
 * @param directory of the state; made if need be
 */
export async function inTurn<T>(directory: string, turn: string, work: () => Promise<T>): Promise<T> {
  prepareDirectory(directory)
  const file = join(directory, `${turn}.turn`)
  const { DatabaseSync } = await import('node:sqlite')
  const deadline = performance.now() + longest
  const database = open()
  try {
    // Waited for here, as SQLite would keep the whole process waiting, and the one whose turn it is may be in it.
    while (!isOurs()) await sleep(askAgainEvery)
    return await work()
  } finally {
    database.close()
  }

  function open() {
    try {
      return new DatabaseSync(file)
    } catch (error) {
      throw storeFailure(file, error)
    }
  }

  function isOurs(): boolean {
    try {
      database.exec('BEGIN EXCLUSIVE')
      return true
    } catch (error) {
      const failure = storeFailure(file, error)
      const isBusy = (failure as { code?: string }).code === 'state/busy'
      if (!isBusy || performance.now() >= deadline) throw failure
      return false
    }
  }
}
