import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Seconds that the bare work of N resources takes in a fresh process: start the same plugin, N Deploy
 * calls with 32 in flight, and two durable rows per resource, grouped by turn of the event loop. Nothing is planned,
 * checked, scheduled or shown.
 */
export async function bareLimit(count: number): Promise<number> {
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, 'bare-process.ts'), String(count)], {
    encoding: 'utf8',
  })
  return Number(printed.trim())
}
