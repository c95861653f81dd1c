import { valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** Makes a minimal record. */
export function bareRecord(id: string, name: string, changes: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    id,
    name,
    type: 'fake/ask',
    pluginId: 'test/fake',
    pluginVersion: '1.0.0',
    status: 'created',
    spec: valueMap(),
    dependsOn: [],
    reads: [],
    removalPolicy: 'delete',
    replaced: false,
    failureReasons: [],
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  }
}
