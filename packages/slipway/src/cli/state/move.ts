import { moveState, type MoveQuestion } from '@slipway/operations/state/move'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { agreement, projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

/** `slipway state move TO` */
export async function move(
  console: Console,
  to: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<number> {
  const request = { ...projectRequest(file, options), agree: agreement(console, options, words) }
  const { outcome, instances, records, ...places } = await moveState(slipwayOf(console), to, request)
  if (outcome === 'declined') return exitCodes.failed
  const what = `${instances === 1 ? '1 instance' : `${instances} instances`} with ${records === 1 ? '1 record' : `${records} records`}`
  console.err.write(
    `${outcome === 'finished' ? 'The move that was cut short is done: ' : ''}${what} ${instances === 1 ? 'is' : 'are'} in ${places.to} now, compared one by one with what was here.\n` +
      `Use it from now on: SLIPWAY_STATE='${places.to}', or the setting state.place.\n` +
      `What was in ${places.from} is kept as it was; no Slipway changes it any more.\n`,
  )
  return exitCodes.ok
}

function words({ from, to }: MoveQuestion): string {
  return `Move the whole state from ${from} to ${to}? Nobody can use it in ${from} afterwards.`
}
