import type { MapDraft } from '../map-draft.ts'
import type { BlockReader } from './block.ts'
import { readSubBlock } from './sub-block.ts'

/** One entry of an include: a field, `variables { … }` or `metadata { … }`. */
export function readIncludeEntry(reader: BlockReader, draft: MapDraft): void {
  const { key, keyStart, keyEnd } = reader.expressions.key()
  if (readSubBlock(reader, draft, { key, keyStart, keyEnd }, ['variables', 'metadata'])) return
  reader.fieldAfter(draft, key, keyStart, keyEnd)
}
