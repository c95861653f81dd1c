import { shellWord } from '@slipway/model'
import { shareState, unshareState } from '@slipway/operations/state/share'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

export type ShareOptions = BlueprintOptions & { readonly group: string; readonly remove?: boolean }

/** `slipway state share --group NAME [--remove]` */
export async function share(console: Console, file: string | undefined, options: ShareOptions): Promise<void> {
  const { group: named, remove = false } = options
  const request = { ...projectRequest(file, options), group: named }
  const slipway = slipwayOf(console)
  if (remove) {
    const { state, group } = await unshareState(slipway, request)
    console.err.write(
      `The state in ${state} is yours alone again, and the group ${group} no longer counts as you. What its members know of it they know.\n`,
    )
    return
  }
  const { state, group, closedAt, warning } = await shareState(slipway, request)
  if (warning !== undefined) console.err.write(`${warning}\n`)
  console.err.write(
    `The members of the group ${group} may use the state in ${state} now, and what they write there counts as yours.\n` +
      `Each of them runs: slipway trust --group ${shellWord(group)}; export SLIPWAY_STATE=${shellWord(state)}\n` +
      'For its secrets, each of them is made a recipient: slipway state key add NAME PUBLIC (slipway key show prints one).\n' +
      `To take it back: slipway state share --group ${shellWord(group)} --remove\n`,
  )
  if (closedAt !== undefined)
    console.err.write(`They cannot enter ${closedAt}: open it to them (chmod), or move the state elsewhere.\n`)
}
