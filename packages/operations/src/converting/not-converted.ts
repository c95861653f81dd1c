import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A place that a converter has left for the user to write. */
export interface NotConverted {
  /** The path of the file relative to the result. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** The original text, as the converter has kept it. */
  readonly what: string
  readonly why: string
}

/** The call that converters write in PCL, and language plugins in their languages, in place of code that they cannot convert. */
const placeholder = /\bnotImplemented\s*\(\s*(["'`])((?:(?!\1)[^\\]|\\[\s\S]){0,2000})/g

/** The largest file that is searched, in bytes. */
const mostBytes = 16 << 20

/** Returns everything in these files of a folder that a converter has marked as not converted. */
export function notConvertedIn(folder: string, files: readonly string[]): readonly NotConverted[] {
  return files.flatMap((file) => {
    if (statSync(join(folder, file)).size > mostBytes) return []
    return notConvertedInText(file, readFileSync(join(folder, file), 'utf8'))
  })
}

export function notConvertedInText(file: string, text: string): readonly NotConverted[] {
  if (!text.includes('notImplemented')) return []
  return Array.from(text.matchAll(placeholder), (match) => {
    const before = text.slice(0, match.index)
    const lineStart = before.lastIndexOf('\n') + 1
    return {
      file,
      line: before.split('\n').length,
      column: match.index - lineStart + 1,
      what: plain(match[2] ?? ''),
      why: 'the converter does not know it',
    }
  })
}

/** Returns the text of a literal on one line, with the usual escapes undone. */
function plain(literal: string): string {
  return literal
    .replaceAll(/\\n|\n/g, ' ')
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll('$${', '${')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
