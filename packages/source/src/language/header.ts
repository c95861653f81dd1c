import type { MapDraft } from '../map-draft.ts'
import { didYouMean } from '../nearest.ts'
import type { MapNode, TreeNode } from '../tree.ts'
import type { BlockReader } from './block.ts'
import { plainText } from './expression-parser.ts'
import { isReserved } from './keywords.ts'
import { LanguageProblem } from './scanner.ts'

export interface DeclaredName {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
}

const types = ['string', 'integer', 'float', 'boolean', 'array', 'object', 'namespace/type']

/** The name of something that is declared: bare, or in quotes where it is a word of the language or has dots in it. */
export function readName(reader: BlockReader, expected: string): DeclaredName {
  const { scanner, diagnostics } = reader
  scanner.skipBlank()
  const nameStart = scanner.at
  const bare = scanner.name()
  if (bare === undefined) {
    if (scanner.next !== '"') scanner.unexpected(expected)
    const { key } = plainText(reader.expressions.text())
    return { name: key, nameStart, nameEnd: scanner.at }
  }
  if (isReserved(bare)) {
    const message = `${bare} is a keyword, not a plain name`
    diagnostics.error('source/language-syntax', nameStart, scanner.at, message, { hint: `write "${bare}"` })
  }
  return { name: bare, nameStart, nameEnd: scanner.at }
}

const type = /[A-Za-z0-9_.:@/-]*[A-Za-z0-9_.@/-]/y

/** Reads `: type`. Hyphens and characters of other dialects are accepted, too; any other type needs quotes. */
export function readType(reader: BlockReader, draft: MapDraft, after: string): void {
  const { scanner } = reader
  scanner.skipBlank()
  if (!scanner.take(':')) missingColon(reader, after)
  scanner.skipBlank()
  const start = scanner.at
  if (scanner.next === '"') {
    const { key } = plainText(reader.expressions.text())
    const node: TreeNode = { kind: 'scalar', start, end: scanner.at, value: key, text: key, style: 'quoted' }
    return draft.add(reader.diagnostics, 'type', start, scanner.at, node)
  }
  type.lastIndex = start
  const word = type.exec(scanner.text)?.[0]
  if (word === undefined)
    return scanner.unexpected(`a type is expected after ${after}:`, `there are: ${types.join(', ')}`)
  scanner.at += word.length
  draft.add(reader.diagnostics, 'type', start, scanner.at, reader.word(start, word))
}

/** Reports a missing ":", and still reads the type if nothing else is wrong. */
function missingColon({ scanner, diagnostics }: BlockReader, after: string): void {
  const { at } = scanner
  const [message, hint] = [`":" and a type are expected after ${after}`, `write ${after}: type`]
  if (!/[A-Za-z]/.test(scanner.next)) scanner.unexpected(message, hint)
  diagnostics.error('source/language-syntax', at, at + 1, message, { hint })
}

export function mapOf({ entries }: MapDraft, start: number, end: number): MapNode {
  return { kind: 'map', start, end, entries }
}

export function refuseType(start: number, end: number, keyword: string): never {
  const message = 'the type does not belong among the fields'
  throw new LanguageProblem(start, end, message, `write ${keyword} name: type { … }`)
}

/** Refuses a word that begins nothing here, with a hint. */
export function unknownWord(word: string, start: number, where: string, known: readonly string[]): never {
  const hint = didYouMean(word, known) ?? `there are: ${known.join(', ')}`
  throw new LanguageProblem(start, start + word.length, `${where} has no "${word}"`, hint)
}
