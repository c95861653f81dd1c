import { MapDraft } from '../map-draft.ts'
import type { MapNode } from '../tree.ts'
import type { BlockReader } from './block.ts'
import { mapOf, refuseType, unknownWord } from './header.ts'
import { LanguageProblem } from './scanner.ts'
import { readSubBlock } from './sub-block.ts'

/** Fields of the other forms that are written in another way here. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['each', 'write foreach LIST'],
  ['linkSelector', 'write select by label { … }'],
])

/** One entry of a resource: a field, a block, `foreach` or `select`. */
export function readResourceEntry(reader: BlockReader, draft: MapDraft): void {
  const { scanner, diagnostics, expressions } = reader
  const { key, keyStart, keyEnd } = expressions.key()
  if (key === 'select') return readSelector(reader, draft, keyStart, keyEnd)
  if (key === 'foreach') {
    scanner.skipBlank()
    if (scanner.next === '=') scanner.unexpected('a list is expected after foreach', 'write foreach LIST, without "="')
    const list = reader.orBroken(draft, 'each', keyStart, keyEnd, () => reader.asNode(expressions.expression()))
    return draft.add(diagnostics, 'each', keyStart, keyEnd, list)
  }
  if (readSubBlock(reader, draft, { key, keyStart, keyEnd }, ['spec', 'metadata', 'options'])) return
  if (key === 'type') refuseType(keyStart, keyEnd, 'resource')
  const hint = elsewhere.get(key)
  if (hint !== undefined) throw new LanguageProblem(keyStart, keyEnd, `a resource has no field "${key}" here`, hint)
  const names = key === 'dependsOn' ? reader.lowering.names.bind(reader.lowering) : reader.asNode
  reader.fieldAfter(draft, key, keyStart, keyEnd, names)
}

/** `select by label { … }`, where `exclude` is a list of resources and everything else a label. */
function readSelector(reader: BlockReader, draft: MapDraft, keyStart: number, keyEnd: number): void {
  const { scanner, diagnostics } = reader
  expectWord(reader, 'by', 'select')
  const kindStart = expectWord(reader, 'label', 'select by')
  const start = scanner.at
  const labels = new MapDraft()
  const selector = new MapDraft()
  let first: MapNode['start'] | undefined
  reader.block('select by label', () => {
    const isBare = scanner.next !== '"'
    const key = reader.expressions.key()
    first ??= key.keyStart
    if (isBare && key.key === 'exclude')
      reader.fieldAfter(selector, key.key, key.keyStart, key.keyEnd, reader.lowering.names.bind(reader.lowering))
    else reader.fieldAfter(labels, key.key, key.keyStart, key.keyEnd)
  })
  const excluded = [...selector.entries]
  const all = new MapDraft()
  all.add(diagnostics, 'byLabel', kindStart, kindStart + 5, mapOf(labels, first ?? start, scanner.at))
  for (const { key, keyStart: from, keyEnd: to, value } of excluded) all.add(diagnostics, key, from, to, value)
  draft.add(diagnostics, 'linkSelector', keyStart, keyEnd, mapOf(all, kindStart, scanner.at))
}

function expectWord({ scanner }: BlockReader, wanted: string, after: string): number {
  scanner.skipBlank()
  const start = scanner.at
  const word = scanner.name()
  if (word === undefined)
    return scanner.unexpected(`"${wanted}" is expected after ${after}`, 'write select by label { … }')
  if (word !== wanted) unknownWord(word, start, after, [wanted])
  return start
}
