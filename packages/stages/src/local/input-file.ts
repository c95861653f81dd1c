import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToldTask } from '../index.ts'

/** What a task finds in its environment about its deployment. */
interface InputVariables {
  readonly SLIPWAY_TASK_INSTANCE?: string
  readonly SLIPWAY_TASK_INPUT?: string
}

/**
 * Writes what a task is told into a file that only its user can read, and takes it away when the task has ended. It is no file without a
 * name, as for its standard input: programs that the task starts open it by its path.
 */
export async function withInputFile<T>(
  told: ToldTask | undefined,
  work: (variables: InputVariables) => Promise<T>,
): Promise<T> {
  if (told === undefined) return await work({})
  const folder = mkdtempSync(join(tmpdir(), 'slipway-task-input-'))
  try {
    const path = join(folder, 'input.json')
    writeFileSync(path, told.input, { mode: 0o600, flag: 'wx' })
    return await work({ SLIPWAY_TASK_INSTANCE: told.instance, SLIPWAY_TASK_INPUT: path })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
