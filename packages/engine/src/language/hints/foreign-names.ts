import { formatPath } from '../path.ts'
import type { PathStep } from '../expression.ts'

const here = 'a relative path already starts at the folder of the blueprint'
const environment = 'declare a variable, and give it a value in the environment: SLIPWAY_VAR_NAME'

/** Names at the beginning of references in other languages, with the first field, and the text to write instead. */
const names: ReadonlyMap<string, string> = new Map([
  ['each.value', 'elem'],
  ['each.key', 'i'],
  ['count.index', 'i'],
  ['path.module', here],
  ['path.root', here],
  ['path.cwd', 'write cwd()'],
  ['process.*', environment],
  ['env.*', environment],
  ['undefined', 'for no value, write none'],
  ['null', 'for no value, write none'],
  ['nil', 'for no value, write none'],
])

/** The text to write instead of a name from another language; `undefined` for any other name. */
export function foreignName(name: string, path: readonly PathStep[]): string | undefined {
  const [first, ...rest] = path
  if (path.length === 0) return names.get(name)
  const words = names.get(`${name}.${String(first)}`) ?? names.get(`${name}.*`)
  if (words === undefined || words.includes(' ')) return words
  return `write ${formatPath(words, rest)}`
}
