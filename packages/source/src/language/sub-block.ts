import type { MapDraft } from '../map-draft.ts'
import { didYouMean } from '../nearest.ts'
import type { BlockReader } from './block.ts'
import { LanguageProblem } from './scanner.ts'

interface Key {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
}

/** Reads `metadata { … }` and the like when the word is one of them; false when a field follows. @throws LanguageProblem */
export function readSubBlock(reader: BlockReader, draft: MapDraft, written: Key, known: readonly string[]): boolean {
  const { scanner, diagnostics } = reader
  const { key, keyStart, keyEnd } = written
  scanner.skipBlank()
  if (!known.includes(key)) {
    if (scanner.next !== '{') return false
    const meant = didYouMean(key, known)
    throw new LanguageProblem(keyStart, keyEnd, `there is no block "${key}" here`, meant ?? `write ${key} = { … }`)
  }
  if (scanner.take('=')) {
    const message = `${key} is a block here, not a field`
    diagnostics.error('source/language-syntax', keyStart, keyEnd, message, { hint: `write ${key} { … }` })
  }
  draft.add(diagnostics, key, keyStart, keyEnd, reader.fields(key))
  return true
}
