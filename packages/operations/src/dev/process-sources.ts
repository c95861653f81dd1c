import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plan } from '@slipway/engine'
import { isList, isMap, type ValueMap } from '@slipway/model'

/** Returns the files in the commands of a plan's processes, by process name: server.ts for `node server.ts`. */
export function processSources({ steps }: Plan, folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = steps.flatMap((step) => {
    if (step.type !== 'local/process' || !('wish' in step) || step.wish?.spec === undefined) return []
    return [[step.name, new Set(filesOf(step.wish.spec, folder))] as const]
  })
  return new Map(found)
}

function filesOf(spec: ValueMap, folder: string): readonly string[] {
  const { command, args, cwd } = spec
  const place = typeof cwd === 'string' ? resolve(folder, cwd) : folder
  const words = [
    ...(typeof command === 'string' ? command.split(/\s+/) : []),
    ...(args !== undefined && isList(args) ? args : []),
  ]
  return words
    .flatMap((word) => (typeof word === 'string' && word !== '' ? [resolve(place, word)] : []))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
}

/** Returns the log files of existing processes, by name. */
export function processLogs({ steps }: Plan): ReadonlyMap<string, string> {
  const found = steps.flatMap(({ name, type, current }) => {
    if (type !== 'local/process' || current === undefined || !isMap(current.spec)) return []
    const { logFile } = current.spec
    return typeof logFile === 'string' ? [[name, logFile] as const] : []
  })
  return new Map(found)
}
