import { moveState, type MoveQuestion } from '@slipway/operations/state/move'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { agreement, projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

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
    `${outcome === 'finished' ? 'The interrupted move is done: ' : ''}${what} ${instances === 1 ? 'is' : 'are'} in ${places.to} now, and each record was compared with the original.\n` +
      `Use it from now on: SLIPWAY_STATE='${places.to}', or the setting state.place.\n` +
      `The state in ${places.from} is kept unchanged; Slipway no longer writes to it.\n`,
  )
  return exitCodes.ok
}

function words({ from, to }: MoveQuestion): string {
  return `Move the whole state from ${from} to ${to}? Nobody can use it in ${from} afterwards.`
}
