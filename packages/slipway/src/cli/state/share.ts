import { shellWord } from '@slipway/model'
import { shareState, unshareState } from '@slipway/operations/state/share'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export type ShareOptions = BlueprintOptions & { readonly group: string; readonly remove?: boolean }

/** `slipway state share --group NAME [--remove]` */
export async function share(console: Console, file: string | undefined, options: ShareOptions): Promise<void> {
  const { group: named, remove = false } = options
  const request = { ...projectRequest(file, options), group: named }
  const slipway = slipwayOf(console)
  if (remove) {
    const { state, group } = await unshareState(slipway, request)
    console.err.write(
      `The state in ${state} is yours alone again, and the group ${group} no longer counts as you. Its members may have kept copies.\n`,
    )
    return
  }
  const { state, group, closedAt, warning } = await shareState(slipway, request)
  if (warning !== undefined) console.err.write(`${warning}\n`)
  console.err.write(
    `The members of the group ${group} may now use the state in ${state}, and their files there count as yours.\n` +
      `Each of them runs: slipway trust --group ${shellWord(group)}; export SLIPWAY_STATE=${shellWord(state)}\n` +
      'For its secrets, make each of them a recipient: slipway state key add NAME PUBLIC (slipway key show prints one).\n' +
      `To stop sharing: slipway state share --group ${shellWord(group)} --remove\n`,
  )
  if (closedAt !== undefined)
    console.err.write(`They cannot enter ${closedAt}: open it to them (chmod), or move the state elsewhere.\n`)
}
