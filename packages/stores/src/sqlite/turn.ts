import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDirectory } from './database.ts'
import { storeFailure } from './folder/errors.ts'

/** Maximum wait and polling interval in milliseconds. A turn takes only a moment. */
const [longest, askAgainEvery] = [10_000, 20]

/**
 * Does work that only one process at a time may do, among all that name the same turn. The system frees the turn of a dead process. A file
 * of that name stays in the state's folder, without meaning.
 *
 * Fails with `state/busy` after 10 seconds, and like the state if the file cannot be opened.
 *
 * @param directory the state's folder, created if missing
 */
export async function inTurn<T>(directory: string, turn: string, work: () => Promise<T>): Promise<T> {
  prepareDirectory(directory)
  const file = join(directory, `${turn}.turn`)
  const { DatabaseSync } = await import('node:sqlite')
  const deadline = performance.now() + longest
  const database = open()
  try {
    // Wait here: SQLite would block the whole process, which may also contain the holder of the turn.
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
