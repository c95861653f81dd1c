import { schedule, unschedule } from '@slipway/operations/node/schedule'
import type { Console } from '../console.ts'
import { slipwayOf } from '../slipway-of.ts'
import type { ScheduleOptions } from './options.ts'

/** `slipway node schedule`: returns once it is written. */
export async function scheduleAll(
  files: readonly string[],
  { hook: isHook, ...options }: ScheduleOptions,
  console: Console,
): Promise<void> {
  const scheduled = await schedule(slipwayOf(console), { ...options, isHook, files })
  for (const { id, hash } of scheduled) console.err.write(`${id} is scheduled: ${hash}\n`)
}

/** `slipway node unschedule`: returns once it is written. */
export async function unscheduleOne(
  id: string,
  { hook: isHook, ...options }: ScheduleOptions,
  console: Console,
): Promise<void> {
  await unschedule(slipwayOf(console), { ...options, isHook, id })
  console.err.write(`${id} is scheduled no more\n`)
}
