import { createHash } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isGone, processIdentity } from '@slipway/processes'
import type { ToldTask } from '../index.ts'

/** What a task finds in its environment about its deployment. */
interface InputVariables {
  readonly SLIPWAY_TASK_INSTANCE?: string
  readonly SLIPWAY_TASK_INPUT?: string
}

/**
 * Writes the input of a task into a file that only its user can read, and removes it when the task has ended. Unlike the standard input, the file
 * has a name: programs that the task starts open it by its path.
 */
export async function withInputFile<T>(
  told: ToldTask | undefined,
  work: (variables: InputVariables) => Promise<T>,
): Promise<T> {
  if (told === undefined) return await work({})
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${beginning}${ownName()}-`))
  try {
    const path = join(folder, 'input.json')
    writeFileSync(path, told.input, { mode: 0o600, flag: 'wx' })
    return await work({ SLIPWAY_TASK_INSTANCE: told.instance, SLIPWAY_TASK_INPUT: path })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const beginning = 'slipway-task-input-'

/** A name for this process: its number, its start, and the machine or container in which these count. */
function ownName(): string {
  const { pid, processStart } = processIdentity()
  return `${pid}-${processStart}-${placeName()}`
}

/** A name for the container: another one may share the folder for temporary files, and has processes of its own. */
function placeName(): string {
  const { bootId, host } = processIdentity()
  return createHash('sha256').update(`${bootId} ${host}`).digest('hex').slice(0, 8)
}

/** Removes the files that killed processes of this user have left: they may contain secrets. */
function sweep(): void {
  const { bootId, host } = processIdentity()
  for (const name of readdirSync(tmpdir())) {
    const [, pid, processStart, place] = /^slipway-task-input-(\d+)-(\d+)-([0-9a-f]{8})-/.exec(name) ?? []
    if (place !== placeName() || !isGone({ pid: Number(pid), processStart: Number(processStart), bootId, host }))
      continue
    const path = join(tmpdir(), name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isDirectory() === true && stats.uid === process.geteuid?.())
      rmSync(path, { recursive: true, force: true })
  }
}
