import { setTimeout as sleep } from 'node:timers/promises'
import { start, type Ended } from '../ledger/command.ts'
import type { Accident, World } from '../ledger/world.ts'
import type { Random } from './random.ts'

/** Something that goes wrong during one command. */
export type Fault =
  | { readonly kind: 'kill-engine'; readonly afterMs: number }
  | { readonly kind: 'kill-engine-at'; readonly failpoint: string; readonly step: number }
  | { readonly kind: 'plugin'; readonly accident: Accident; readonly thenKillAfterMs: number }
  | {
      readonly kind: 'signals'
      readonly signals: readonly { readonly name: NodeJS.Signals; readonly afterMs: number }[]
    }
  | { readonly kind: 'second-engine'; readonly afterMs: number }
  /** A fault in the surroundings of a command: its database, or the network. */
  | { readonly kind: 'around'; readonly what: string; readonly afterMs: number; readonly happen: () => Promise<void> }

const failpoints = ['before-intent', 'after-intent', 'before-result', 'after-result'] as const

export function randomFault(random: Random): Fault {
  switch (random.between(0, 6)) {
    case 0:
      return { kind: 'kill-engine', afterMs: random.between(20, 700) }
    case 1:
    case 2:
      return { kind: 'kill-engine-at', failpoint: random.pick(failpoints), step: random.between(1, 20) }
    case 3:
    case 4:
      return { kind: 'plugin', accident: randomAccident(random), thenKillAfterMs: random.between(1200, 2000) }
    case 5:
      return { kind: 'signals', signals: randomSignals(random) }
    default:
      return { kind: 'second-engine', afterMs: random.between(0, 300) }
  }
}

function randomAccident(random: Random): Accident {
  return {
    method: random.pick(['deploy', 'destroy', 'read'] as const),
    when: random.pick(['before', 'after'] as const),
    at: random.between(1, 10),
    how: random.chance(0.8) ? 'die' : 'hang',
  }
}

function randomSignals(random: Random): readonly { name: NodeJS.Signals; afterMs: number }[] {
  const name = random.pick(['SIGINT', 'SIGTERM'] as const)
  const first = { name, afterMs: random.between(50, 500) }
  return random.chance(0.5) ? [first] : [first, { name, afterMs: random.between(1, 100) }]
}

/** Runs a command with the fault. Any end of the command is fine: only the state afterwards counts. */
export async function runWithFault(world: World, args: readonly string[], fault: Fault): Promise<Ended> {
  switch (fault.kind) {
    case 'kill-engine':
      return killAfter(world, args, fault.afterMs)
    case 'kill-engine-at':
      return start(world, args, { SLIPWAY_FAILPOINT: `${fault.failpoint}:${fault.step}` }).ended
    case 'plugin':
      world.orderAccident(fault.accident)
      return killAfter(world, args, fault.accident.how === 'hang' ? fault.thenKillAfterMs : 60_000)
    case 'signals':
      return signalled(world, args, fault.signals)
    case 'around': {
      const { ended } = start(world, args)
      await sleep(fault.afterMs)
      await fault.happen()
      return ended
    }
    case 'second-engine': {
      const first = start(world, args)
      await sleep(fault.afterMs)
      const second = start(world, args)
      await second.ended
      return first.ended
    }
  }
}

async function killAfter(world: World, args: readonly string[], afterMs: number): Promise<Ended> {
  const { child, ended } = start(world, args)
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  const end = await ended
  clearTimeout(timer)
  return end
}

async function signalled(
  world: World,
  args: readonly string[],
  signals: readonly { name: NodeJS.Signals; afterMs: number }[],
): Promise<Ended> {
  const { child, ended } = start(world, args)
  for (const { name, afterMs } of signals) {
    await sleep(afterMs)
    child.kill(name)
  }
  return ended
}
