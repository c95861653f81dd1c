import { fileURLToPath } from 'node:url'
import type { Diagnostic, Position } from '@slipway/model'
import { readOptionalText } from '@slipway/source/files'

/** Where a program calls us. */
export interface CallPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** @param called our function that the program has called; `undefined` where the engine of JavaScript does not say */
export function placeOfCall(called: (...args: never[]) => unknown): CallPlace | undefined {
  const [, first = ''] = callersOf(called).split('\n')
  const [, path = '', line, column] = /\(?((?:file:\/\/)?\/[^()]*?):(\d+):(\d+)\)?$/.exec(first) ?? []
  if (path === '') return undefined
  if (lastFile?.path !== path) lastFile = { path, file: path.startsWith('file:') ? fileURLToPath(path) : path }
  return { file: lastFile.file, line: Number(line), column: Number(column) }
}

/** Of the last call: a program calls us a thousand times from one file. */
let lastFile: { readonly path: string; readonly file: string } | undefined

/** One frame, since each costs: a program of a thousand resources spent half of its time on ten frames for each of them. */
function callersOf(called: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 1
  try {
    Error.captureStackTrace(holder, called)
    return holder.stack ?? ''
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The beginning of a message that has the place: `FILE:LINE:COLUMN: `. */
export function atPlace(place: CallPlace | undefined): string {
  return place === undefined ? '' : `${place.file}:${place.line}:${place.column}: `
}

/**
 * With its offset in the text, for whoever shows the line. Of a file that cannot be read it is 0: the process of a stack can name any, also a
 * named pipe.
 */
export function positionOf({ file, line, column }: CallPlace): Position {
  const text = readOptionalText(file, { isOnDisk: true })
  if (text === undefined) return { line, column, offset: 0 }
  const before = text.split('\n').slice(0, line - 1)
  return { line, column, offset: before.reduce((length, each) => length + each.length + 1, column - 1) }
}

/** A diagnostic with the line of the program that it is about. */
export function atCall(diagnostic: Diagnostic, place: CallPlace | undefined): Diagnostic {
  if (place === undefined) return diagnostic
  const start = positionOf(place)
  return { ...diagnostic, file: place.file, range: { start, end: start } }
}
