/** Parts that several outputs share, as docs/reference/json-output.md describes them. */
import { z } from 'zod'

export const text = z.string()
export const count = z.int().min(0)
export const time = z.int().min(0).describe('Unix milliseconds')
export const milliseconds = z.int().min(0)
/** A value of a blueprint: values without a JSON form are text. */
export const value = z.unknown()
export const values = z.record(z.string(), value)

export const format = z.literal(1).describe('version of this format; it grows when something changes its meaning')
export const action = z.enum(['create', 'update', 'replace', 'delete', 'forget', 'none'])
export const operation = z.enum(['up', 'destroy', 'refresh', 'tasks'])
export const outcome = z.enum(['succeeded', 'failed', 'cancelled'])
export const pluginErrorCode = z.enum(['UNEXPECTED', 'TRANSIENT', 'BAD_INPUT'])

export const diagnostic = z
  .object({
    code: text,
    severity: z.enum(['error', 'warning', 'info']),
    message: text,
    file: text.optional(),
    line: count.optional(),
    column: count.optional(),
    endLine: count.optional(),
    endColumn: count.optional(),
    path: text.optional(),
    hint: text.optional(),
  })
  .describe('what is wrong, and where; lines and columns from 1')

export const failedAttempt = {
  name: text,
  pluginId: text,
  method: text,
  attempt: count.describe('from 1'),
  code: pluginErrorCode,
  reasons: z.array(text),
  durationMs: milliseconds,
  at: time,
}

export const instanceStatus = z.enum([
  'deploying',
  'deployed',
  'deploy-failed',
  'destroying',
  'destroyed',
  'destroy-failed',
  'interrupted',
])
