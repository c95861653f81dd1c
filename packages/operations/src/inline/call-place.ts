import { fileURLToPath } from 'node:url'

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
