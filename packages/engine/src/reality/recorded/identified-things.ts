import { addTo } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { existenceOf, mayExist } from './life-cycle.ts'
import { declaredIdentity, foldedIdentity, identities, idText } from '../../spec/identity.ts'
import { isOnlyRead } from '../../spec/only-read.ts'

/** The things outside for which records stand, by identity. */
export class Things {
  readonly #providers: Providers
  readonly #missing: ReadonlySet<string>
  /** Records by identity. Nearly every identity belongs to only one record. */
  readonly #byIdentity = new Map<string, ResourceRecord[]>()
  /** Records by folded identity, if that differs from the identity itself. */
  readonly #bySpelling = new Map<string, ResourceRecord[]>()

  /** @param missing ids of records whose things no longer exist, according to their providers */
  constructor(records: Iterable<ResourceRecord>, providers: Providers, missing: ReadonlySet<string> = new Set()) {
    this.#providers = providers
    this.#missing = missing
    for (const record of records) this.add(record)
  }

  /** Adds a record. The caller must first remove an earlier record with the same id. */
  add(record: ResourceRecord): void {
    if (!mayExist(record)) return
    for (const identity of this.#identities(record)) addTo(this.#byIdentity, identity, record)
    const { own, folded } = this.#spelling(record)
    if (folded !== undefined && folded !== own) addTo(this.#bySpelling, folded, record)
  }

  remove(record: ResourceRecord): void {
    for (const identity of this.#identities(record)) removeFrom(this.#byIdentity, identity, record)
    const { folded } = this.#spelling(record)
    if (folded !== undefined) removeFrom(this.#bySpelling, folded, record)
  }

  /**
   * Another record that has the same declared identity and keeps the thing alive: it certainly exists, is not being destroyed, and is not
   * only read.
   */
  sameAs(record: ResourceRecord): ResourceRecord | undefined {
    if (this.#byIdentity.size === 0) return undefined
    const identity = declaredIdentity(this.#providers.type(record.type), record)
    if (identity === undefined) return undefined
    return this.#find(identity, record.id, (found) => this.#keepsAlive(found))
  }

  /**
   * Other records that keep their things alive and share the record's id, without a declared identity to distinguish them. They may stand for the
   * same thing.
   */
  sharingId(record: ResourceRecord): readonly ResourceRecord[] {
    const definition = this.#providers.type(record.type)
    const id = definition && idText(definition, record)
    if (id === undefined || declaredIdentity(definition, record) !== undefined) return []
    const found = this.#byIdentity.get(id) ?? []
    return found.filter((other) => other.id !== record.id && this.#keepsAlive(other))
  }

  /** Other records that keep their things alive and whose declared identities only differ in spelling. They may stand for the same thing. */
  alike(record: ResourceRecord): readonly ResourceRecord[] {
    const { own, folded } = this.#spelling(record)
    if (folded === undefined) return []
    const canonical = folded === own ? [] : (this.#byIdentity.get(folded) ?? [])
    const others = [...canonical, ...(this.#bySpelling.get(folded) ?? [])]
    return others.filter(
      (other) => other.id !== record.id && this.#spelling(other).own !== own && this.#keepsAlive(other),
    )
  }

  #spelling(record: ResourceRecord): { readonly own?: string | undefined; readonly folded?: string | undefined } {
    const definition = this.#providers.type(record.type)
    if (definition?.identity === undefined) return {}
    return { own: declaredIdentity(definition, record), folded: foldedIdentity(definition, record) }
  }

  /** A record with this identity whose thing exists or may exist; records with the given ids do not count. */
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

function removeFrom(map: Map<string, ResourceRecord[]>, text: string, record: ResourceRecord): void {
  const known = map.get(text) ?? []
  const at = known.findIndex(({ id }) => id === record.id)
  if (at === -1) return
  if (known.length === 1) map.delete(text)
  else known.splice(at, 1)
}
