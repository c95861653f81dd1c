import { hookLog } from '@slipway/operations/node/hook-log'
import { nodeStatus } from '@slipway/operations/node/node-status'
import { podLogs } from '@slipway/operations/node/pod-logs'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { nothing, statusTable } from '../output/records/node-status-text.ts'
import { table } from '../output/table.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import type { LogsOptions, StoreOptions } from './options.ts'

/** `slipway node status`, `pods` and `hooks list` */
export async function showStatus(options: StoreOptions, console: Console, only?: 'pod' | 'hook'): Promise<void> {
  const found = await nodeStatus(slipwayOf(console), options)
  const all = found.filter(({ kind }) => only === undefined || kind === only)
  if (options.json === true) return console.out.write(jsonDocument(all))
  if (all.length === 0) return console.err.write(nothing)
  console.out.write(statusTable(all))
}

/** `slipway node hooks log` */
export async function showHookLog(
  options: StoreOptions & { readonly lines?: number },
  console: Console,
): Promise<void> {
  const all = await hookLog(slipwayOf(console), options)
  const shown = options.lines === undefined ? all : all.slice(-options.lines)
  if (options.json === true) return console.out.write(jsonDocument(shown))
  if (shown.length === 0) return console.err.write('No hook has run.\n')
  const rows = shown.map(({ at, node, pod, hook, moment, attempt, exit, durationMs, problem }) => [
    at,
    node,
    pod === '' ? '-' : pod,
    hook,
    moment,
    String(attempt),
    `${Math.round(durationMs)} ms`,
    problem ?? String(exit ?? ''),
  ])
  console.out.write(table([['AT', 'NODE', 'POD', 'HOOK', 'MOMENT', 'ATTEMPT', 'TOOK', 'EXIT'], ...rows]))
}

/** `slipway node logs` */
export async function showLogs(id: string, options: LogsOptions, console: Console): Promise<void> {
  const logs = podLogs(slipwayOf(console), { ...options, id })
  if (options.json === true) return console.out.write(jsonDocument(logs))
  for (const { launchable, lines } of logs)
    console.out.write(lines.map((line) => `${launchable} | ${visible(line)}\n`).join(''))
}
