import { acceptState, type AcceptQuestion } from '@slipway/operations/state/accept'
import { agreed } from '@slipway/operations/state/change-state'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { agreement, projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

/** `slipway state accept`: goes on with what is there, although something that was recorded is gone. */
export async function accept(console: Console, file: string | undefined, options: BlueprintOptions): Promise<number> {
  const agree = (question: AcceptQuestion): Promise<boolean> => {
    const { state, losses } = question
    console.err.write(`Lost of the state in ${state}:\n${losses.map((loss) => `  ${loss}\n`).join('')}`)
    return agreed(agreement(console, options, acceptWords), question)
  }
  const { outcome, state, report } = await acceptState(slipwayOf(console), { ...projectRequest(file, options), agree })
  if (outcome === 'nothing-lost') console.err.write(`Nothing of the state in ${state} is known to be lost.\n`)
  const said = report && [
    'What is there is the state from now on; slipway plan --refresh shows what differs from it.',
    ...report.renewed.map(
      (name) => `The record of ${name} itself is made anew: what it exported is lost until the next slipway up.`,
    ),
    ...report.aside.map((path) => `What is of no use any more is kept in ${path}`),
  ]
  console.err.write((said ?? []).map((line) => `${line}\n`).join(''))
  return outcome === 'declined' ? exitCodes.failed : exitCodes.ok
}

function acceptWords(): string {
  return 'Go on with what is there? What the lost records describe may still exist.'
}
