import type { ResourceRecord } from '@slipway/stores'
import { computedTexts, tellsOf } from '../plan/match/what-it-reads.ts'
import type { Providers } from '../providers/providers.ts'

/**
 * True when two records are recorded as reading each other, but the reader contains nothing that the other's provider has computed. It may
 * only be recorded so because the name that it reads belongs to the other one by now.
 */
export function knowsByNameAlone(reader: ResourceRecord, read: ResourceRecord, providers: Providers): boolean {
  const definition = providers.type(read.type)
  if (definition === undefined || !readEachOther(reader, read)) return false
  return !computedTexts(read, definition).some(([text]) => tellsOf(reader.spec, text))
}

function readEachOther(one: ResourceRecord, other: ResourceRecord): boolean {
  return one.reads.includes(other.id) && other.reads.includes(one.id)
}
