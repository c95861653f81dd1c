import { isDeepStrictEqual } from 'node:util'
import { packageOfProvider } from '../providers/definitions.ts'
import type { JsonResource } from './state-form.ts'

/** Fields that every migration must keep for a custom resource, or a real thing would be lost, made or left unprotected. */
const kept = ['id', 'external', 'protect', 'retainOnDelete', 'delete', 'pendingReplacement', 'taint'] as const

/** Fields with a resource's own names, which need not refer to existing resources. */
const ownNames: ReadonlySet<string> = new Set(['urn', 'aliases'])

/** A resource and all resources below it, while a program's functions rewrite them one after the other. */
export class MigratedState {
  readonly #before: readonly JsonResource[]
  #resources: readonly JsonResource[]
  /** URNs of the original resources that each resource comes from. */
  #origins: ReadonlyMap<string, readonly string[]>

  /** @param before the original resources, the root first */
  constructor(before: readonly JsonResource[]) {
    this.#before = before
    this.#resources = before
    this.#origins = new Map(before.map((each) => [urnOf(each), [urnOf(each)]]))
  }

  get resources(): readonly JsonResource[] {
    return this.#resources
  }

  get isChanged(): boolean {
    return !isDeepStrictEqual(this.#before, this.#resources)
  }

  /** URNs of the original resources that a resource comes from. */
  originsOf(urn: string): readonly string[] {
    return this.#origins.get(urn) ?? []
  }

  /**
   * Applies the answer of a function.
   *
   * @throws TypeError for an answer that would lose or invent a thing
   */
  take(answer: unknown, successors: Readonly<Record<string, string>>): void {
    const resources = resourcesIn(answer)
    const now = new Map(resources.map((each) => [urnOf(each), each]))
    if (now.size < resources.length) throw new TypeError('the new state has a URN twice')
    const old = new Map(this.#resources.map((each) => [urnOf(each), each]))
    const origins = new Map<string, string[]>()
    const comesFrom = (urn: string, before: string): void => {
      origins.set(urn, [...(origins.get(urn) ?? []), ...this.originsOf(before)])
    }
    for (const urn of Object.keys(successors))
      if (!old.has(urn)) throw new TypeError(`it names a successor of ${urn}, but the old state does not have that`)
    for (const [urn, resource] of old) {
      const successor = Object.hasOwn(successors, urn) ? successors[urn] : undefined
      if (now.has(urn) && successor !== undefined)
        throw new TypeError(`${urn} is in the new state, but also has a successor`)
      const next = now.has(urn) ? urn : successor
      if (next === undefined) throw new TypeError(`${urn} is not in the new state, and has no successor`)
      if (!now.has(next)) throw new TypeError(`the successor of ${urn}, ${next}, is not in the new state`)
      if (packageOfProvider(String(resource['type'])) !== undefined && !isDeepStrictEqual(now.get(urn), resource))
        throw new TypeError(`${urn} is a provider, which must stay unchanged`)
      comesFrom(next, urn)
    }
    this.#assertSameThings([...old.values()], resources)
    this.#resources = resources.map((each) => withSuccessors(each, successors))
    this.#origins = origins
  }

  /** Asserts that both states contain the same things: a migration changes only records. */
  #assertSameThings(old: readonly JsonResource[], now: readonly JsonResource[]): void {
    const things = new Map(old.filter(isCustom).map((each) => [each['id'], each]))
    const left = new Set(things.keys())
    for (const resource of now.filter(isCustom)) {
      const before = things.get(resource['id'])
      if (before === undefined) throw new TypeError(`nothing in the old state has the id of ${urnOf(resource)}`)
      const changed = kept.find((name) => !isDeepStrictEqual(before[name] ?? false, resource[name] ?? false))
      if (changed !== undefined) throw new TypeError(`it changes "${changed}" of ${urnOf(resource)}`)
      left.delete(resource['id'])
    }
    for (const id of left)
      throw new TypeError(`${urnOf(things.get(id) ?? {})} exists, but the new state has nothing with its id`)
  }
}

export function urnOf(resource: JsonResource): string {
  return String(resource['urn'])
}

export function isCustom(resource: JsonResource): boolean {
  return resource['custom'] === true
}

function resourcesIn(answer: unknown): readonly JsonResource[] {
  if (!Array.isArray(answer)) throw new TypeError('the new state is not a list of resources')
  return answer.map((each: unknown) => {
    const isResource = typeof each === 'object' && each !== null && 'urn' in each && 'type' in each
    if (!isResource || typeof each.urn !== 'string' || typeof each.type !== 'string')
      throw new TypeError('the new state has an item that is not a resource: each has a urn and a type')
    return each
  })
}

/** Replaces URNs of removed resources with those of their successors, also in references to providers. */
function withSuccessors(resource: JsonResource, successors: Readonly<Record<string, string>>): JsonResource {
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return Object.hasOwn(successors, value) ? successors[value] : value
    if (Array.isArray(value)) return value.map(renamed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner)]))
  }
  return Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [name, ownNames.has(name) ? value : renamed(value)]),
  )
}
