import { drain } from '@slipway/operations/node/drain'
import { resumeHook } from '@slipway/operations/node/resume-hook'
import { rollBack } from '@slipway/operations/node/roll-back'
import { schedule, unschedule } from '@slipway/operations/node/schedule'
import { sign } from '@slipway/operations/node/sign'
import type { Console } from '../console/console.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import type { DrainOptions, ScheduleOptions, StoreOptions } from './options.ts'

/** `slipway node schedule`: returns once the schedule is written. */
export async function scheduleAll(
  files: readonly string[],
  { hook: isHook, ...options }: ScheduleOptions,
  console: Console,
): Promise<void> {
  const scheduled = await schedule(slipwayOf(console), { ...options, isHook, files })
  for (const { id, hash } of scheduled) console.err.write(`${id} is scheduled: ${hash}\n`)
  if (scheduled.some(({ isForStranger }) => isForStranger === true))
    console.err.write(`No preparer named ${options.node} has used the store yet: it runs there when one does.\n`)
}

/** `slipway node unschedule`: returns once the schedule is written. */
export async function unscheduleOne(
  id: string,
  { hook: isHook, ...options }: ScheduleOptions,
  console: Console,
): Promise<void> {
  await unschedule(slipwayOf(console), { ...options, isHook, id })
  console.err.write(`${id} is no longer scheduled\n`)
}

/** `slipway node rollback` */
export async function rollBackOne(id: string, options: ScheduleOptions, console: Console): Promise<void> {
  const { hash, refusing } = await rollBack(slipwayOf(console), { ...options, id })
  console.err.write(`${id} is scheduled again in its earlier version: ${hash}\n`)
  if (refusing.length > 0)
    console.err.write(`${refusing.join(', ')}: refused there until you run the same command there, as root\n`)
}

/** `slipway node drain` */
export async function drainOne(options: DrainOptions, console: Console): Promise<void> {
  const node = await drain(slipwayOf(console), options)
  const what = options.undo === true ? 'runs its scheduled pods again' : 'is drained: its pods are removed'
  console.err.write(`${node} ${what}\n`)
}

/** `slipway node sign` */
export async function printSigned(file: string, key: string, console: Console): Promise<void> {
  console.out.write(`${await sign(slipwayOf(console), { file, key })}\n`)
}

/** `slipway node hooks resume` */
export async function resumeOne(id: string, options: StoreOptions, console: Console): Promise<void> {
  await resumeHook(slipwayOf(console), { ...options, id })
  console.err.write(`${id} runs again on the nodes where it was suspended\n`)
}
