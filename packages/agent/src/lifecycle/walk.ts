import { setImmediate as nextTurn } from 'node:timers/promises'
import { Frontier, type Graph } from '@slipway/graph'
import type { Hooks } from './hooks.ts'
import type { Phase } from '../life.ts'

/** How long hooks that end at once may keep the process from hearing anything else, in milliseconds. */
const patience = 10

/** Calls a hook of the plugins in order, each after the one before has ended. Stops early when `halted` is true. */
export async function oneByOne(
  order: Iterable<number>,
  phase: Phase,
  hooks: Hooks,
  halted: () => boolean,
): Promise<void> {
  let heard = hooks.lastEnd
  let atOnce = false
  for (const plugin of order) {
    if (halted()) return
    const end = hooks.call(plugin, phase, atOnce ? hooks.lastEnd : undefined)
    atOnce = end === undefined
    if (end !== undefined) {
      await end
      heard = hooks.lastEnd
    } else if (hooks.lastEnd - heard > patience) {
      await nextTurn()
      heard = hooks.lastEnd
      atOnce = false
    }
  }
}

/**
 * Calls a hook of the plugins, up to `limit` at a time, each after those that it depends on have ended. Returns when all
 * have ended, or when none runs any more after `halted` said to stop.
 *
 * @param graph only edges that the order keeps
 */
export async function sideBySide(
  graph: Graph,
  phase: Phase,
  limit: number,
  hooks: Hooks,
  halted: () => boolean,
): Promise<void> {
  const frontier = new Frontier(graph)
  const queue = frontier.roots()
  let running = 0
  let wake = idle
  const ended = (plugin: number): void => {
    for (const next of frontier.complete(plugin)) queue.push(next)
  }
  let heard = hooks.lastEnd
  for (let next = 0; ;) {
    while (next < queue.length && running < limit && !halted()) {
      const plugin = queue[next++] as number
      const end = hooks.call(plugin, phase)
      if (end === undefined) {
        ended(plugin)
        if (hooks.lastEnd - heard <= patience) continue
        heard = hooks.lastEnd
        await nextTurn()
      } else {
        running++
        const release = (): void => {
          running--
          ended(plugin)
          wake()
        }
        void end.then(release)
      }
    }
    // Ask again even when nothing is left to call: this is how the others learn that one of them failed.
    halted()
    if (running === 0) return
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    heard = hooks.lastEnd
  }
}

function idle(): void {}
