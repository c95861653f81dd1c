import { parseManifest } from '@slipway/preparer'

/** The store's entry for a scheduled pod or hook. */
export interface IntentEntry {
  /** The text of the manifest. */
  readonly manifest: string
  /** The id of the resource that scheduled the pod or hook. Absent: scheduled by hand or by an earlier Slipway version. */
  readonly owner?: string | undefined
  /** The readable name of that resource. */
  readonly by?: string | undefined
  /** The resource's instance and name, which a replacement shares. */
  readonly role?: string | undefined
  /** The predecessor's entry at this key, which comes back if the successor is removed first. Absent once the predecessor has gone. */
  readonly former?: string | undefined
  /** A new word at each scheduling. Earlier reports of nodes have another word and do not count. */
  readonly turn?: string | undefined
  /** A new word each time that nodes must retry the same manifest after a node gave up. */
  readonly again?: string | undefined
}

export function intentValue({ manifest, owner, by, role, former, turn, again }: IntentEntry): string {
  return JSON.stringify({ manifest, owner, by, role, former, turn, again })
}

/** Parses an entry. Returns an empty object for a text that is no entry. */
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

/** The hash of an entry's manifest; `undefined` for an unreadable manifest. */
export function hashIn(value: string): string | undefined {
  try {
    return parseManifest(parseIntent(value).manifest ?? '').hash
  } catch {
    return undefined
  }
}
