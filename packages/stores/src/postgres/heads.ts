import { z } from 'zod'
import type { LockHolder } from '../records.ts'
import type { SqlRow } from './link.ts'

/** The head of an instance, with its holder and its last commit. */
export interface Head {
  readonly fence: number
  readonly holder: LockHolder | 'damaged' | undefined
  /** The number of the instance's commits, which only grows. */
  readonly commits: number
  /** Id of the last one; empty before the first. */
  readonly latest: string
}

const text = z
  .string()
  .max(1000)
  .transform((given) => given.replaceAll(/\p{Cc}/gu, ' '))

/**
 * Validates a holder, because anyone with write access to the table can put anything there. It is shown in messages and compared with
 * processes.
 */
const holderShape = z.strictObject({
  runId: text,
  pid: z.int(),
  processStart: z.number(),
  bootId: text,
  host: text,
  user: text,
  command: text,
  since: z.number().min(0).max(8.64e15),
})

/** The head in a row; `undefined` if there is none. */
export function headOf(row: SqlRow | undefined): Head | undefined {
  if (row === undefined || row['fence'] === null || row['fence'] === undefined) return undefined
  return {
    fence: Number(row['fence']),
    holder: holderIn(row['holder']),
    commits: Number(row['commits']),
    latest: String(row['latest']),
  }
}

export function holderIn(stored: unknown): Head['holder'] {
  if (typeof stored !== 'string') return undefined
  try {
    const parsed = holderShape.safeParse(JSON.parse(stored))
    return parsed.success ? parsed.data : 'damaged'
  } catch {
    return 'damaged'
  }
}
