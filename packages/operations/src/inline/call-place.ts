import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Position } from '@slipway/model'

/** Where a program calls us. */
export interface CallPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** @param called our function that the program has called; `undefined` where the engine of JavaScript does not say */
export function placeOfCall(called: (...args: never[]) => unknown): CallPlace | undefined {
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, called)
  const [, first = ''] = holder.stack?.split('\n') ?? []
  const [, path = '', line, column] = /\(?((?:file:\/\/)?\/[^()]*?):(\d+):(\d+)\)?$/.exec(first) ?? []
  if (path === '') return undefined
  return { file: path.startsWith('file:') ? fileURLToPath(path) : path, line: Number(line), column: Number(column) }
}

/** With its offset in the text, for whoever shows the line. Of a file that cannot be read it is 0. */
export function positionOf({ file, line, column }: CallPlace): Position {
  try {
    const before = readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, line - 1)
    return { line, column, offset: before.reduce((length, text) => length + text.length + 1, column - 1) }
  } catch {
    return { line, column, offset: 0 }
  }
}
