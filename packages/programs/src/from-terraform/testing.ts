import assert from 'node:assert/strict'
import type { InstanceRecord, ResourceRecord } from '@slipway/stores'
import { readTerraformState } from '../terraform-states/terraform-state.ts'
import type { NamedProvider } from './provider-keys.ts'
import { stateRecords } from './state-records.ts'

/** A provider as a state names it. */
export const local = 'provider["registry.terraform.io/hashicorp/local"]'

export type Parts = Readonly<Record<string, unknown>>

export function resource(name: string, instances: readonly Parts[], more: Parts = {}): Parts {
  return { mode: 'managed', type: 'local_file', name, provider: local, instances, ...more }
}

export function instance(id: string, more: Parts = {}): Parts {
  return { schema_version: 0, attributes: { id, filename: `/${id}`, content: null }, sensitive_attributes: [], ...more }
}

/** Returns the text of a state with these resources. */
export function stateText(resources: readonly unknown[], more: Parts = {}): string {
  const head = { version: 4, terraform_version: '1.11.4', serial: 7, lineage: 'd7d6ad69', outputs: {} }
  return JSON.stringify({ ...head, resources, check_results: null, ...more }, undefined, 2)
}

interface Taken {
  readonly instance: InstanceRecord
  readonly records: readonly ResourceRecord[]
  readonly told: readonly string[]
}

/** Returns the records of a state. */
export function taken(text: string, named: readonly NamedProvider[] = []): Taken {
  let ids = 0
  const options = {
    instance: 'app',
    now: 1,
    newId: () => `id-${++ids}`,
    soundsSecret: (name: string) => name === 'password',
    named,
  }
  const { changes, told } = stateRecords(readTerraformState(text), options)
  const records = changes.flatMap((change) => (change.kind === 'resource' ? [change.resource] : []))
  const [first] = changes
  assert.ok(first?.kind === 'instance')
  return { instance: first.instance, records, told }
}

/** Returns an instance that names its own provider. */
export function keyed(key: string, provider: string): Parts {
  return instance(key, { index_key: key, provider })
}
