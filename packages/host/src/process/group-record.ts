import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Failure, messageOf } from '@slipway/model'
import { groupRecordFile } from '../layout.ts'
import type { ProcessIdentity } from './identity.ts'

/**
 * What this engine has started, for an engine that comes after it. The first line says whose record it is; then
 * `+ <group> <start>` (written by each starting plugin itself), `- <group>`, `g <pid> <start>` for the guardian, and
 * `d <folder>` for where its sockets lie.
 */
export class GroupRecord {
  static #made = 0
  readonly file: string

  /** Fails with `host/runtime-dir` when the directory is not to be written. */
  constructor(runtimeDir: string, engine: ProcessIdentity) {
    this.file = groupRecordFile(runtimeDir, engine, ++GroupRecord.#made)
    try {
      mkdirSync(runtimeDir, { recursive: true, mode: 0o700 })
      // Appears whole, or a sweep at this moment might take it for a broken one.
      const draft = `${this.file}.new`
      writeFileSync(draft, `${JSON.stringify({ version: 1, ...engine })}\n`, { mode: 0o600 })
      renameSync(draft, this.file)
    } catch (error) {
      const message = `plugins cannot be recorded in ${runtimeDir}, so none is started: ${messageOf(error)}`
      const hint = 'give the right to write there; without the record a later engine could not end what this one left'
      throw new Failure('host/runtime-dir', message, { hint, cause: error })
    }
  }

  guardian(pid: number, start: number): void {
    this.#append(`g ${pid} ${start}`)
  }

  /** Where the engine keeps what its plugins and it have for themselves. */
  folder(path: string): void {
    this.#append(`d ${path}`)
  }

  retract(group: number): void {
    this.#append(`- ${group}`)
  }

  /** Call it when every group is gone. */
  remove(): void {
    rmSync(this.file, { force: true })
  }

  /** Best effort: a full disk must not stop an engine, and whatever an entry says is checked before anything is killed. */
  #append(line: string): void {
    try {
      appendFileSync(this.file, `${line}\n`)
    } catch {
      // See above.
    }
  }
}

export interface RecordedGroups {
  readonly engine: Pick<ProcessIdentity, 'pid' | 'processStart' | 'bootId' | 'host'>
  /** Start times by process group, or by guardian. */
  readonly groups: ReadonlyMap<number, number>
  readonly guardians: ReadonlyMap<number, number>
  /** Of its sockets. */
  readonly folders: readonly string[]
}

/** `undefined` when there is no such file or it is not ours to read; `broken` when its first line says nothing. */
export function readGroupRecord(file: string): RecordedGroups | 'broken' | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const [first = '', ...lines] = text.split('\n')
  const engine = parseEngine(first)
  if (engine === undefined) return 'broken'
  const groups = new Map<number, number>()
  const guardians = new Map<number, number>()
  const folders: string[] = []
  for (const line of lines) {
    const [sign, pid, start] = line.split(' ')
    if (sign === '+') groups.set(Number(pid), Number(start))
    if (sign === '-') groups.delete(Number(pid))
    if (sign === 'g') guardians.set(Number(pid), Number(start))
    if (sign === 'd') folders.push(line.slice(2))
  }
  return { engine, groups, guardians, folders }
}

function parseEngine(line: string): RecordedGroups['engine'] | undefined {
  try {
    const { pid, processStart, bootId, host } = JSON.parse(line) as Record<string, unknown>
    const known = typeof pid === 'number' && typeof processStart === 'number'
    return known && typeof bootId === 'string' && typeof host === 'string'
      ? { pid, processStart, bootId, host }
      : undefined
  } catch {
    return undefined
  }
}
