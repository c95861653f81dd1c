import { z } from 'zod'
import type { LockHolder } from '../records.ts'
import type { SqlRow } from './link.ts'

/** The head of an instance: who may write, and which commit was the last. */
export interface Head {
  readonly fence: number
  readonly holder: LockHolder | 'damaged' | undefined
  /** How many commits the instance has seen. They only ever grow. */
  readonly commits: number
  /** Id of the last one; empty before the first. */
  readonly latest: string
}

const text = z
  .string()
  .max(1000)
  .transform((given) => given.replaceAll(/\p{Cc}/gu, ' '))

/** Anybody who can write the table can write anything here. It is shown to people, and compared with processes. */
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

/** `undefined` where the instance has no head. */
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
