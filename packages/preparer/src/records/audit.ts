import { hookMoments } from '@slipway/model'
import { z } from 'zod'

const auditSchema = z.object({
  /** ISO time at which the hook was started. */
  at: z.string(),
  node: z.string(),
  /** Empty at `preparer_init`. */
  pod: z.string(),
  hook: z.string(),
  moment: z.enum(hookMoments),
  attempt: z.number(),
  /** Id of the deploy, the same for all its attempts. Absent in entries of older preparers. */
  deploy: z.string().optional(),
  /** The exit code; null while it runs, and when it did not end by itself. */
  exit: z.number().nullable(),
  durationMs: z.number(),
  /** Why it did not end well: a timeout, a signal, the end of the preparer. */
  problem: z.string().optional(),
  /** The end of its output. */
  output: z.string().optional(),
  /** The JSON object that it wrote to its standard output. */
  result: z.json().optional(),
  /** Name of the hook's launchable, when it has several. */
  launchable: z.string().optional(),
})

/** One run of a hook. Written before the first hook of its moment starts, and again when it has ended. */
export type AuditEntry = z.output<typeof auditSchema>

/** `undefined` for an invalid text. */
export function parseAudit(text: string): AuditEntry | undefined {
  try {
    return auditSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
