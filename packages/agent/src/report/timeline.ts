import type { Assembly } from '../lookup/assemble.ts'
import type { Tracer } from '../lifecycle/tracer.ts'
import type { TimelineEntry } from '../agent-view.ts'

export function timelineOf(assembly: Assembly, tracer: Tracer): TimelineEntry[] {
  const hooks = tracer.hooks(assembly.order)
  const origin = hooks[0]?.start ?? 0
  return hooks.map(({ plugin, phase, start, duration }) => ({
    plugin: assembly.names[plugin] as string,
    phase,
    start: start - origin,
    duration: Number.isNaN(duration) ? undefined : duration,
  }))
}

const width = 32

/** The timeline as a table with a bar per hook. Ends with a newline; empty when nothing has run. */
export function renderTimeline(timeline: readonly TimelineEntry[]): string {
  const total = timeline.reduce((latest, { start, duration = 0 }) => Math.max(latest, start + duration), 0)
  const names = timeline.reduce((longest, { plugin }) => Math.max(longest, plugin.length), 0)
  return timeline
    .map(({ plugin, phase, start, duration }) => {
      const before = total === 0 ? 0 : Math.min(width - 1, Math.floor((start / total) * width))
      const length = total === 0 ? 1 : Math.max(1, Math.round(((duration ?? total - start) / total) * width))
      const bar = ' '.repeat(before) + '#'.repeat(Math.min(length, width - before))
      const took = duration === undefined ? 'running' : `${duration.toFixed(1)} ms`
      return `${plugin.padEnd(names)}  ${phase.padEnd(9)}  ${took.padStart(11)}  ${bar}\n`
    })
    .join('')
}
