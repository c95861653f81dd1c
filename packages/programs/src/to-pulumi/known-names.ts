import { packageOfProvider } from '../providers/definitions.ts'
import { parseProviderReference, stackType } from '../urns/urn.ts'
import type { PulumiResource } from '../deployments/deployment.ts'
import { withOptionalUrns } from '../deployments/named-urns.ts'
import type { WrittenRecord } from './written-record.ts'

interface Others {
  /** Resources that were destroyed or may not have been made; few are named by others. */
  readonly gone: readonly WrittenRecord[]
  readonly first: readonly PulumiResource[]
}

/**
 * The existing resources, which name only others in the snapshot: by the present names of moved ones, and in Pulumi's way
 * (`pendingReplacement`) for one destroyed to make room for a successor that never came. They no longer name the rest.
 */
export function withKnownNames(standing: readonly WrittenRecord[], others: Others): readonly WrittenRecord[] {
  const names = new KnownNames(standing, others)
  const named = standing.map((each) => ({ ...each, resource: names.in(each.resource) }))
  return [...named, ...names.placeholders()]
}

class KnownNames {
  readonly #there: ReadonlySet<string>
  readonly #gone: ReadonlyMap<string, WrittenRecord>
  readonly #moved: ReadonlyMap<string, string>
  /** Living providers by URN, and all by reference. */
  readonly #providers: ReadonlyMap<string, string>
  readonly #stack: string | undefined
  /** Gone resources that others name, in that order. */
  readonly #needed = new Set<WrittenRecord>()

  constructor(standing: readonly WrittenRecord[], { gone, first }: Others) {
    const resources = [...first, ...standing.flatMap(({ resource, views }) => [resource, ...views])]
    this.#there = new Set(resources.map(({ urn }) => urn))
    this.#gone = new Map(gone.map((each) => [each.resource.urn, each]))
    const living = resources.filter((each) => each.delete !== true)
    this.#moved = new Map(living.flatMap(({ urn, aliases }) => (aliases ?? []).map((alias) => [alias, urn])))
    const providers = resources.filter(({ type }) => packageOfProvider(type) !== undefined)
    this.#providers = new Map([
      ...providers.map((each) => [referenceTo(each), referenceTo(each)] as const),
      ...providers.filter((each) => each.delete !== true).map((each) => [each.urn, referenceTo(each)] as const),
    ])
    this.#stack = living.find(({ type }) => type === stackType)?.urn
  }

  in(resource: PulumiResource): PulumiResource {
    const { parent, provider, ...rest } = withOptionalUrns(resource, (urn) => this.#nameFor(urn))
    const above = parent ? (this.#nameFor(parent) ?? this.#stack) : undefined
    return {
      ...rest,
      ...(above !== undefined && { parent: above }),
      ...(provider != null && { provider: this.#providerFor(provider) }),
    }
  }

  /** The placeholders for needed resources. Each may make others needed. */
  placeholders(): readonly WrittenRecord[] {
    const found: WrittenRecord[] = []
    for (const each of this.#needed) {
      const { delete: _, initErrors: __, ...resource } = this.in(each.resource)
      found.push({ record: each.record, resource: { ...resource, pendingReplacement: true }, views: [] })
    }
    return found
  }

  #nameFor(urn: string): string | undefined {
    if (this.#there.has(urn)) return urn
    const gone = this.#gone.get(urn)
    if (gone === undefined) return this.#moved.get(urn)
    this.#needed.add(gone)
    return urn
  }

  #providerFor(reference: string): string {
    const named = this.#providers.get(reference)
    if (named !== undefined) return named
    const urn = parseProviderReference(reference)?.urn ?? ''
    return this.#providers.get(urn) ?? this.#providers.get(this.#moved.get(urn) ?? '') ?? reference
  }
}

function referenceTo({ urn, id = '' }: PulumiResource): string {
  return `${urn}::${id}`
}
