import type { Range } from '@slipway/model'
import { scriptFiles } from '@slipway/source/script-files'
import { scriptStrings, type ScriptString } from '@slipway/source/script-strings'

/** A request for a type in a program. */
export interface TypeWish {
  readonly type: string
  /** Absolute. */
  readonly file: string
  readonly range: Range
}

/** The names in a project's sources, found as string literals. */
export interface NamedInSources {
  /** All texts in the sources, because a type may pass through a variable first. */
  readonly texts: ReadonlySet<string>
  /** Resource types named directly in a request. */
  readonly wishes: readonly TypeWish[]
}

/** Maximum length of a text in characters. No type has a longer name. */
const longestName = 300

/** Reads the sources of a folder without running them. */
export function namedInSources(folder: string): NamedInSources {
  const texts = new Set<string>()
  const wishes: TypeWish[] = []
  for (const { file, text } of scriptFiles(folder)) {
    for (const found of scriptStrings(text)) {
      if (found.value.length > longestName) continue
      texts.add(found.value)
      if (isWish(found)) wishes.push({ type: found.value, file, range: rangeOf(text, found) })
    }
  }
  return { texts, wishes }
}

/** True for a type in `s.resource('page', 'local/file', …)`. With `'acme/file' as AnyType` the author opts out of checks. */
function isWish({ call, property, value, followedBy }: ScriptString): boolean {
  if (followedBy === 'as') return false
  return call?.name === 'resource' && call.argument === 1 && property === undefined && /[/:]/.test(value)
}

function rangeOf(text: string, { offset, value }: ScriptString): Range {
  const before = text.slice(0, offset)
  const start = { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), offset }
  // The length includes the quotation marks.
  const length = value.length + 2
  return { start, end: { line: start.line, column: start.column + length, offset: offset + length } }
}
