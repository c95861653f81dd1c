import type { StartedStack } from '@slipway/operations/stack-files/start-stack'

type Early = Pick<StartedStack, 'take'> | undefined

let early: Early

/** Keeps the process of the stack that the command line seems to name, which was started before this program was loaded. */
export function keepEarlyStack(started: Early): void {
  early = started
}

export function earlyStack(): Early {
  return early
}
