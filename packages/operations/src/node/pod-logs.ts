import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import type { Slipway } from '../slipway.ts'
import { layoutOf, type NodeRequest } from './node-request.ts'

export interface PodLogsRequest extends NodeRequest {
  readonly id: string
  /** Number of last lines to read per launchable. */
  readonly lines: number
}

export interface PodLog {
  readonly launchable: string
  readonly lines: readonly string[]
}

/** Reads the logs of a pod on the node of this root. @throws */
export function podLogs(slipway: Slipway, request: PodLogsRequest): readonly PodLog[] {
  const folder = layoutOf(slipway, request).logs(request.id)
  if (!existsSync(folder)) {
    throw new Failure('node/no-logs', `no pod ${request.id} has run in ${layoutOf(slipway, request).root}`, {
      hint: "logs are on the pod's own node: name its root with --root",
    })
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.log'))
  return names.sort().map((name) => ({
    launchable: name.slice(0, -'.log'.length),
    lines: lastLines(join(folder, name), request.lines),
  }))
}

/** Maximum number of bytes to read from the end of a log. */
const mostOfTail = 1024 * 1024

function lastLines(file: string, count: number): readonly string[] {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, mostOfTail))
    const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString('utf8', 0, read).replace(/\n$/, '')
    return text === '' ? [] : text.split('\n').slice(-count)
  } finally {
    closeSync(descriptor)
  }
}
