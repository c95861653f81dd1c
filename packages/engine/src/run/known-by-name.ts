import type { ResourceRecord } from '@slipway/stores'
import { computedTexts, tellsOf } from '../plan/read-again.ts'
import type { Providers } from '../providers/providers.ts'

/**
 * True when a record is said to read another, and has nothing in it that the other's provider has computed: it may be so only because the
 * name that it reads means the other one by now. Where two read each other, this one is believed less.
 */
export function knowsByNameAlone(reader: ResourceRecord, read: ResourceRecord, providers: Providers): boolean {
  const definition = providers.type(read.type)
  if (definition === undefined || !reader.reads.includes(read.id)) return false
  return !computedTexts(read, definition).some(([text]) => tellsOf(reader.spec, text))
}
