import { MapDraft } from '../map-draft.ts'
import { didYouMean } from '../nearest.ts'
import type { MapNode, ScalarNode } from '../tree.ts'
import type { BlockReader } from './block.ts'
import { mapOf, readName, readType, refuseType } from './header.ts'
import { filterWords } from './keywords.ts'
import { LanguageProblem } from './scanner.ts'
import { readSubBlock } from './sub-block.ts'

/** One entry of a data source: a field, `metadata`, `filter` or `export`. */
export function readDataStatement(reader: BlockReader, draft: MapDraft, filters: MapNode[], exported: MapDraft): void {
  const { key, keyStart, keyEnd } = reader.expressions.key()
  if (key === 'filter')
    return reader.orBroken(draft, 'filter', keyStart, keyEnd, () => readFilter(reader, draft, filters, keyStart))
  if (key === 'export')
    return reader.orBroken(draft, 'exports', keyStart, keyEnd, () => readExport(reader, draft, exported, keyStart))
  if (key === 'type') refuseType(keyStart, keyEnd, 'data')
  if (readSubBlock(reader, draft, { key, keyStart, keyEnd }, ['metadata', 'options'])) return
  if (key === 'exports') {
    throw new LanguageProblem(keyStart, keyEnd, 'a data source has no field "exports" here', 'write export NAME: type')
  }
  reader.fieldAfter(draft, key, keyStart, keyEnd)
}

/** `filter "field" operator search`. All of them are one list in the tree. */
function readFilter(reader: BlockReader, draft: MapDraft, filters: MapNode[], start: number): void {
  const { scanner, diagnostics, expressions } = reader
  const field = reader.text('the field is expected after filter, in quotes', 'write filter "state" == "available"')
  scanner.skipBlank()
  const operator = readOperator(reader)
  scanner.skipBlank()
  const search = reader.asNode(expressions.expression())
  const filter = new MapDraft()
  filter.add(diagnostics, 'field', field.start, field.end, field)
  filter.add(diagnostics, 'operator', operator.start, operator.end, operator)
  filter.add(diagnostics, 'search', search.start, search.end, search)
  if (filters.length === 0) {
    draft.add(diagnostics, 'filter', start, start + 6, { kind: 'list', start, end: start + 6, items: filters })
  }
  filters.push(mapOf(filter, start, scanner.at))
}

const signs = /[=!<>]+/y
const wordsOfOperators = new Set(filterWords.flatMap((words) => words.split(' ')))

function readOperator({ scanner }: BlockReader): ScalarNode {
  const start = scanner.at
  signs.lastIndex = start
  const sign = signs.exec(scanner.text)?.[0]
  if (sign !== undefined) {
    scanner.at += sign.length
    const hint = sign === '=' ? '== compares' : 'there are: ==, !=, <, <=, >, >='
    if (!['==', '!=', '<', '<=', '>', '>='].includes(sign))
      throw new LanguageProblem(start, scanner.at, `a filter has no operator ${sign}`, hint)
    return { ...scalar(start, scanner.at), ...named(sign === '==' ? '=' : sign) }
  }
  const words: string[] = []
  let end = start
  for (;;) {
    const before = scanner.at
    scanner.skipBlank()
    const word = scanner.name()
    const isPart = word !== undefined && (words.length === 0 || wordsOfOperators.has(word)) && words.length < 3
    if (!isPart) {
      scanner.at = before
      break
    }
    words.push(word)
    end = scanner.at
  }
  const operator = words.join(' ')
  if (operator === '') return scanner.unexpected('an operator is expected after the field', 'such as ==, in, has key')
  if (!filterWords.includes(operator)) {
    const hint = didYouMean(operator, filterWords) ?? `there are: ==, !=, <, <=, >, >=, ${filterWords.join(', ')}`
    throw new LanguageProblem(start, end, `a filter has no operator "${operator}"`, hint)
  }
  return { ...scalar(start, end), ...named(operator) }
}

function scalar(start: number, end: number) {
  return { kind: 'scalar', start, end, style: 'plain' } as const
}

function named(operator: string) {
  return { value: operator, text: operator }
}

/** `export field: type`, `export field as name: type`, either with a block, or `export *`. */
function readExport(reader: BlockReader, draft: MapDraft, exported: MapDraft, start: number): void {
  const { scanner, diagnostics } = reader
  scanner.skipBlank()
  const all = scanner.at
  const isAll = scanner.take('*')
  const exports = draft.entries.find(({ key }) => key === 'exports')
  if (exports !== undefined && (isAll || exports.value.kind !== 'map')) {
    const message = '"export *" and named exports exclude each other'
    throw new LanguageProblem(start, start + 6, message, 'keep one of them')
  }
  if (isAll) return draft.add(diagnostics, 'exports', start, start + 6, reader.word(all, '*'))
  const field = readName(reader, 'a field, or *, is expected after "export"')
  const shown = readAlias(reader) ?? field
  const declared = new MapDraft()
  readType(reader, declared, `export ${shown.name}`)
  if (shown !== field) {
    const { name, nameStart, nameEnd } = field
    const alias: ScalarNode = { ...scalar(nameStart, nameEnd), ...named(name) }
    declared.add(diagnostics, 'aliasFor', nameStart, nameEnd, alias)
  }
  scanner.skipBlank()
  if (scanner.next === '{') {
    for (const { key, keyStart, keyEnd, value } of reader.fields(`export ${shown.name}`).entries)
      declared.add(diagnostics, key, keyStart, keyEnd, value)
  }
  if (exports === undefined) {
    const entries = { kind: 'map', start, end: start + 6, entries: exported.entries } as const
    draft.add(diagnostics, 'exports', start, start + 6, entries)
  }
  exported.add(diagnostics, shown.name, shown.nameStart, shown.nameEnd, mapOf(declared, start, scanner.at))
}

function readAlias(reader: BlockReader): ReturnType<typeof readName> | undefined {
  const { scanner } = reader
  scanner.skipBlank()
  const start = scanner.at
  const word = scanner.name()
  if (word === undefined) return undefined
  if (word === 'as') return readName(reader, 'the exported name is expected after "as"')
  throw new LanguageProblem(
    start,
    scanner.at,
    '":" and a type are expected after the field',
    'rename with: field as name',
  )
}
