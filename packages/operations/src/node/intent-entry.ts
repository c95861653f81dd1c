import { parseManifest } from '@slipway/preparer'

/** What stands in the store for a pod or hook that shall run. */
export interface IntentEntry {
  /** Its text. */
  readonly manifest: string
  /** The id of the resource that has put it there. Absent: by hand, or by a version that did not say. */
  readonly owner?: string | undefined
  /** That resource, as people know it. */
  readonly by?: string | undefined
  /** What its successor, which replaces it, is too: its instance and name. */
  readonly role?: string | undefined
  /** The predecessor's entry here, which comes back if the successor goes first. Absent once the predecessor has gone. */
  readonly former?: string | undefined
  /** Another word each time that it is scheduled: what a node said before that is not about this. */
  readonly turn?: string | undefined
  /** Another word each time that the same manifest shall be tried again, although it was given up. */
  readonly again?: string | undefined
}

export function intentValue({ manifest, owner, by, role, former, turn, again }: IntentEntry): string {
  return JSON.stringify({ manifest, owner, by, role, former, turn, again })
}

/** Of a text that is none, what can be read of it: nothing. */
export function parseIntent(value: string): Partial<IntentEntry> {
  try {
    const read = JSON.parse(value) as Record<keyof IntentEntry, unknown> | null
    const text = (name: keyof IntentEntry): string | undefined =>
      typeof read?.[name] === 'string' ? read[name] : undefined
    const names = ['manifest', 'owner', 'by', 'role', 'former', 'turn', 'again'] as const
    return Object.fromEntries(names.map((name) => [name, text(name)]))
  } catch {
    return {}
  }
}

/** The hash of the manifest of an entry; `undefined`: it cannot be read. */
export function hashIn(value: string): string | undefined {
  try {
    return parseManifest(parseIntent(value).manifest ?? '').hash
  } catch {
    return undefined
  }
}
