import { endStrays, type Stray, straysOf } from '@slipway/processes'
import { defaultPolicy } from '../defaults.ts'
import type { HostEvent } from './event.ts'

/** The handling of processes that plugins have started and that have left their session: they are reported, or ended. */
export type StrayRule = 'tell' | 'end'

/** How many strays are reported in one run. */
const mostTold = 10

/**
 * Reports the strays of a run's plugins after the plugins have ended, and ends them if that is the rule.
 * @param runMark see `GroupRecord.mark`
 */
export async function settleStrays(
  runMark: string,
  {
    strays: rule = 'tell',
    graceMs = defaultPolicy.graceMs,
    onEvent = () => {},
  }: {
    readonly strays?: StrayRule
    readonly graceMs?: number
    readonly onEvent?: (event: HostEvent) => void
  },
): Promise<void> {
  const strays = rule === 'end' ? await endStrays(runMark, graceMs) : straysOf(runMark)
  for (const stray of strays.slice(0, mostTold))
    onEvent({ kind: 'notice', pluginId: stray.plugin, pid: stray.pid, message: textOf(stray, rule) })
  const left = strays.length - mostTold
  if (left > 0) onEvent({ kind: 'notice', pluginId: '', message: `plugins have left ${left} more processes behind` })
}

function textOf({ pid, command, plugin }: Stray, rule: StrayRule): string {
  const what = `${plugin} has left a process behind: ${pid} (${command})`
  return rule === 'end' ? `${what}; it was ended` : `${what}; kill ${pid} ends it, and plugins.strays: end would have`
}
