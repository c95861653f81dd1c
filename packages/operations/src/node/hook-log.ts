import { auditRoot, type AuditEntry, parseAudit } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import type { NodeRequest } from './node-request.ts'
import { lookIntoStore } from './with-store.ts'

/** Returns all hook runs that the store's nodes reported, oldest first. */
export async function hookLog(slipway: Slipway, request: NodeRequest): Promise<readonly AuditEntry[]> {
  const entries = (await lookIntoStore(slipway, request, (store) => store.list(auditRoot))) ?? []
  return entries
    .map(({ key, value }) => ({ run: key.slice(key.lastIndexOf('/') + 1), entry: parseAudit(value) }))
    .sort((a, b) => (a.run < b.run ? -1 : Number(a.run > b.run)))
    .flatMap(({ entry }) => entry ?? [])
}
