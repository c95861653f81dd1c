import type { ResourceRecord } from '@slipway/stores'
import type { Providers } from '../providers/providers.ts'
import { existenceOf, mayExist } from './life-cycle.ts'
import { identities } from '../spec/identity.ts'
import { isOnlyRead } from '../spec/only-read.ts'

/** Which records stand for which things outside, by identity. */
export class Things {
  readonly #providers: Providers
  readonly #missing: ReadonlySet<string>
  /** Nearly every identity belongs to one record only. */
  readonly #byIdentity = new Map<string, ResourceRecord[]>()

  /** @param missing ids of records whose things no longer exist, as their providers said */
  constructor(records: Iterable<ResourceRecord>, providers: Providers, missing: ReadonlySet<string> = new Set()) {
    this.#providers = providers
    this.#missing = missing
    for (const record of records) this.add(record)
  }

  /** An earlier record with the same id must be removed before. */
  add(record: ResourceRecord): void {
    if (!mayExist(record)) return
    for (const identity of this.#identities(record)) {
      const known = this.#byIdentity.get(identity)
      if (known === undefined) this.#byIdentity.set(identity, [record])
      else known.push(record)
    }
  }

  remove(record: ResourceRecord): void {
    for (const identity of this.#identities(record)) {
      const known = this.#byIdentity.get(identity) ?? []
      const at = known.findIndex(({ id }) => id === record.id)
      if (at !== -1) known.splice(at, 1)
    }
  }

  /** Another record that is the same thing and keeps it alive: it certainly exists, is not being destroyed, and is not only read. */
  sameAs(record: ResourceRecord): ResourceRecord | undefined {
    if (this.#byIdentity.size === 0) return undefined
    for (const identity of this.#identities(record)) {
      const other = this.#find(identity, record.id, (found) => this.#keepsAlive(found))
      if (other !== undefined) return other
    }
    return undefined
  }

  /** A record with this identity, whether its thing exists or may exist, except those with these ids. */
  with(identity: string, ...except: readonly (string | undefined)[]): ResourceRecord | undefined {
    return this.#find(identity, '', ({ id }) => !except.includes(id))
  }

  #keepsAlive(record: ResourceRecord): boolean {
    const isThere = existenceOf(record) === 'there' && !this.#missing.has(record.id)
    return isThere && !isOnlyRead(this.#providers.type(record.type), record)
  }

  #find(identity: string, except: string, fits: (record: ResourceRecord) => boolean): ResourceRecord | undefined {
    for (const record of this.#byIdentity.get(identity) ?? []) if (record.id !== except && fits(record)) return record
    return undefined
  }

  #identities(record: ResourceRecord): readonly string[] {
    return identities(this.#providers.type(record.type), record)
  }
}
