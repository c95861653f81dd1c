import { fileURLToPath } from 'node:url'
import type { Diagnostic, Position } from '@slipway/model'
import { readOptionalText } from '@slipway/source/files'

/** The place of a call in a program. */
export interface CallPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Finds the place where a program called us; `undefined` if JavaScript does not reveal the place. @param called our function that the program called */
export function placeOfCall(called: (...args: never[]) => unknown): CallPlace | undefined {
  const [, first = ''] = callersOf(called).split('\n')
  const [, path = '', line, column] = /\(?((?:file:\/\/)?\/[^()]*?):(\d+):(\d+)\)?$/.exec(first) ?? []
  if (path === '') return undefined
  if (lastFile?.path !== path) lastFile = { path, file: path.startsWith('file:') ? fileURLToPath(path) : path }
  return { file: lastFile.file, line: Number(line), column: Number(column) }
}

/** The file of the last call, because a program may call us a thousand times from one file. */
let lastFile: { readonly path: string; readonly file: string } | undefined

/** Captures a single stack frame: with ten frames per call, a program of a thousand resources spent half its time here. */
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

/** Begins a message with the place: `file:line:column: `. */
export function atPlace(place: CallPlace | undefined): string {
  return place === undefined ? '' : `${place.file}:${place.line}:${place.column}: `
}

/**
 * Returns the place with its offset in the text, for display of the line. The offset is 0 for an unreadable file: a stack's process may name any
 * file, even a pipe.
 */
export function positionOf({ file, line, column }: CallPlace): Position {
  const text = readOptionalText(file, { isOnDisk: true })
  if (text === undefined) return { line, column, offset: 0 }
  const before = text.split('\n').slice(0, line - 1)
  return { line, column, offset: before.reduce((length, each) => length + each.length + 1, column - 1) }
}

/** Returns a diagnostic with its place in the program. */
export function atCall(diagnostic: Diagnostic, place: CallPlace | undefined): Diagnostic {
  if (place === undefined) return diagnostic
  const start = positionOf(place)
  return { ...diagnostic, file: place.file, range: { start, end: start } }
}
