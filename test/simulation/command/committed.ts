import type { ChildRecord, Intent, LinkRecord, ResourceRecord, StateChange } from '@slipway/stores'

/** The store as the model sees it, which follows all commits and asks nobody. */
export class Committed {
  readonly rows = new Map<string, ResourceRecord>()
  readonly intents = new Map<string, Intent>()
  readonly children = new Map<string, ChildRecord>()
  readonly links = new Map<string, LinkRecord>()

  apply(changes: readonly StateChange[]): void {
    for (const change of changes) {
      if (change.kind === 'resource') this.rows.set(change.resource.id, change.resource)
      else if (change.kind === 'forget') this.rows.delete(change.resourceId)
      else if (change.kind === 'begin') this.intents.set(change.intent.id, change.intent)
      else if (change.kind === 'end') this.intents.delete(change.intentId)
      else if (change.kind === 'child') this.children.set(change.child.name, change.child)
      else if (change.kind === 'forget-child') this.children.delete(change.name)
      else if (change.kind === 'link') this.links.set(change.link.id, change.link)
      else if (change.kind === 'forget-link') this.links.delete(change.linkId)
    }
  }

  /** The row of a resource id, or the row that a call without a result yet would make. */
  known(resourceId: string): ResourceRecord | undefined {
    return this.rows.get(resourceId) ?? this.intentFor(resourceId)?.resource
  }

  intentFor(resourceId: string): Intent | undefined {
    for (const intent of this.intents.values()) if (intent.resource.id === resourceId) return intent
    return undefined
  }

  /** The resource with a name, but no old generation and no attempt at a new one. */
  named(name: string): ResourceRecord | undefined {
    for (const row of this.rows.values()) if (row.name === name && !row.replaced) return row
    return undefined
  }

  /** True when it is unknown whether the thing exists. */
  isInDoubt(row: ResourceRecord): boolean {
    return row.status.endsWith('-interrupted') || isDoubted(row) || this.intentFor(row.id) !== undefined
  }
}

/** Whether the status of a row means that the thing exists as recorded. */
export function saysItExists({ status }: ResourceRecord): boolean {
  return status === 'created' || status === 'updated' || status === 'creating' || status === 'updating'
}

/** Whether the status of a row leaves open that something was made. */
export function mayBeThere({ status, deployedAt }: ResourceRecord): boolean {
  return status !== 'absent' && (status !== 'create-failed' || deployedAt !== undefined)
}

function isDoubted(row: ResourceRecord & { readonly doubtSince?: number }): boolean {
  return row.doubtSince !== undefined
}
