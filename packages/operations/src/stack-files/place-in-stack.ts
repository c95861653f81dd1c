import { fileURLToPath } from 'node:url'
import type { CallPlace } from '../inline/call-place.ts'

/** Returns the first place of a stack trace in the user's files, not in Slipway's files, in a package or in Node. */
export function placeInStack(trace: string): CallPlace | undefined {
  for (const line of trace.split('\n')) {
    const [, url = '', row, column] = /(file:\/\/\/[^()\s]+?):(\d+):(\d+)\)?$/.exec(line) ?? []
    if (url === '' || url.includes('/node_modules/')) continue
    return { file: fileURLToPath(url), line: Number(row), column: Number(column) }
  }
  return undefined
}
