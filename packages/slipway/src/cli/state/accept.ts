import { acceptState, lossesOf } from '@slipway/stores/upkeep'
import { timeSortedIds } from '@slipway/operations/parts/system-ports'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { projectFor } from '../with-engine.ts'
import { agreed } from './change-state.ts'
import { keeperFor } from './keeper.ts'

/** `slipway state accept`: goes on with what is there, although something that was recorded is gone. */
export async function accept(console: Console, file: string | undefined, options: BlueprintOptions): Promise<number> {
  const { places } = await projectFor(console, file, options, true)
  const losses = await lossesOf(places.state)
  if (losses.length === 0) {
    console.err.write(`Nothing of the state in ${places.state} is known to be lost.\n`)
    return exitCodes.ok
  }
  console.err.write(`Lost of the state in ${places.state}:\n${losses.map((loss) => `  ${loss}\n`).join('')}`)
  const question = 'Go on with what is there? What the lost records describe may still exist.'
  if (!(await agreed(console, options, question))) return exitCodes.failed
  const ids = timeSortedIds()
  const { renewed, aside } = await acceptState({
    ...keeperFor('slipway state accept'),
    directory: places.state,
    newId: () => ids.next(),
  })
  const said = [
    'What is there is the state from now on; slipway plan --refresh shows what differs from it.',
    ...renewed.map(
      (name) => `The record of ${name} itself is made anew: what it exported is lost until the next slipway up.`,
    ),
    ...aside.map((path) => `What is of no use any more is kept in ${path}`),
  ]
  console.err.write(said.map((line) => `${line}\n`).join(''))
  return exitCodes.ok
}
