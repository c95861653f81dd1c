import type { Range } from '@slipway/model'
import { scriptFiles } from '@slipway/source/script-files'
import { scriptStrings, type ScriptString } from '@slipway/source/script-strings'

/** Where a program asks for a type. */
export interface TypeWish {
  readonly type: string
  /** Absolute. */
  readonly file: string
  readonly range: Range
}

/** What the sources of a project name, as far as it stands in them as text. */
export interface NamedInSources {
  /** All texts: a type may be kept in a variable before it is asked for. */
  readonly texts: ReadonlySet<string>
  /** Types of resources that are asked for where they are named. */
  readonly wishes: readonly TypeWish[]
}

/** Longer texts name no type. */
const longestName = 300

/** Reads the sources of a folder. None of them is run. */
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

/** `s.resource('page', 'local/file', …)`; of `'acme/file' as AnyType` its author wants nothing checked. */
function isWish({ call, property, value, followedBy }: ScriptString): boolean {
  if (followedBy === 'as') return false
  return call?.name === 'resource' && call.argument === 1 && property === undefined && /[/:]/.test(value)
}

function rangeOf(text: string, { offset, value }: ScriptString): Range {
  const before = text.slice(0, offset)
  const start = { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), offset }
  // With its quotation marks.
  const length = value.length + 2
  return { start, end: { line: start.line, column: start.column + length, offset: offset + length } }
}
