import { MapDraft } from '../map-draft.ts'
import type { MapNode, TreeNode } from '../tree.ts'
import { brokenNode, type BlockReader } from './block.ts'
import { readDataStatement } from './data-body.ts'
import { mapOf, readName, readType, refuseType, type DeclaredName } from './header.ts'
import { readIncludeEntry } from './include-body.ts'
import { sections } from './keywords.ts'
import { readResourceEntry } from './resource-body.ts'
import { LanguageProblem } from './scanner.ts'

export interface Declared extends DeclaredName {
  readonly value: TreeNode
}

/**
 * Reads a declaration, its keyword being read.
 *
 * @param onBroken takes the known part of an unreadable declaration, so that its name is not reported as unknown
 * @throws LanguageProblem
 */
export function readDeclaration(
  reader: BlockReader,
  keyword: string,
  onBroken: (declared: Declared) => void,
): Declared {
  const declared = readName(reader, `a name is expected after "${keyword}"`)
  try {
    return readDeclared(reader, keyword, declared)
  } catch (thrown) {
    const { nameStart, nameEnd } = declared
    if (thrown instanceof LanguageProblem) onBroken({ ...declared, value: brokenNode(nameStart, nameEnd) })
    throw thrown
  }
}

function readDeclared(reader: BlockReader, keyword: string, { name, nameStart, nameEnd }: DeclaredName): Declared {
  const { scanner } = reader
  const what = `${sections.get(keyword)}.${name}`
  const draft = new MapDraft()
  if (keyword === 'include') {
    const hint = `write include ${name} "child.blueprint" { … }`
    const path = reader.text('the path of the blueprint is expected, in quotes', hint)
    draft.add(reader.diagnostics, 'path', path.start, path.end, path)
  } else readType(reader, draft, `${keyword} ${name}`)
  readBody(reader, keyword, what, draft)
  return { name, nameStart, nameEnd, value: mapOf(draft, nameStart, scanner.at) }
}

function readBody(reader: BlockReader, keyword: string, what: string, draft: MapDraft): void {
  if (keyword === 'data') {
    const filters: MapNode[] = []
    const exported = new MapDraft()
    reader.block(what, () => readDataStatement(reader, draft, filters, exported), true)
  } else if (keyword === 'resource') reader.block(what, () => readResourceEntry(reader, draft))
  else if (keyword === 'include') reader.block(what, () => readIncludeEntry(reader, draft))
  else reader.block(what, () => readPlainEntry(reader, draft, keyword), false, plainInside[keyword])
}

/** The usual content of a declaration's block. */
const plainInside: Readonly<Record<string, string>> = {
  variable: 'default = …',
  value: 'value = …',
  export: 'field = …',
}

/** A field of a variable, a value or an export. */
function readPlainEntry(reader: BlockReader, draft: MapDraft, keyword: string): void {
  const { key, keyStart, keyEnd } = reader.expressions.key()
  if (key === 'type') refuseType(keyStart, keyEnd, keyword)
  const isField = keyword === 'export' && key === 'field'
  const lower = isField ? reader.lowering.reference.bind(reader.lowering) : reader.asNode
  reader.fieldAfter(draft, key, keyStart, keyEnd, lower)
}
