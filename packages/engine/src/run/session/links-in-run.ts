import { addToSet } from '@slipway/graph'
import { allLinkEnds, isWholeLink, linkEnds, type LinkRecord, type StateChange } from '@slipway/stores'
import type { ValueMap } from '@slipway/model'
import type { LinkDrift } from '../../reality/gathered/gathered.ts'

/** The records of links during a run. */
export class LinksInRun {
  readonly #links: Map<string, LinkRecord>
  /** The ids of the links that have a resource as an end or a former end, by its id. */
  readonly #byEnd = new Map<string, Set<string>>()

  /** The drift of links, by id. */
  readonly drift: ReadonlyMap<string, LinkDrift>

  constructor(recorded: readonly LinkRecord[], drift: ReadonlyMap<string, LinkDrift> = new Map()) {
    this.drift = drift
    this.#links = new Map(recorded.map((link) => [link.id, link]))
    for (const link of recorded) this.#index(link)
  }

  all(): readonly LinkRecord[] {
    return [...this.#links.values()]
  }

  byId(id: string): LinkRecord | undefined {
    return this.#links.get(id)
  }

  /** The data of a link, by its name; `undefined` as long as the link is not whole. */
  dataOf(name: string): ValueMap | undefined {
    const found = this.#links.values().find((link) => link.name === name)
    return found !== undefined && isWholeLink(found) ? found.data : undefined
  }

  /** A link that has this resource as an end. */
  on(resourceId: string): LinkRecord | undefined {
    return this.naming(resourceId).find((link) => linkEnds(link).some((end) => end.resourceId === resourceId))
  }

  /** The changes to links that have a destroyed resource as a former end. The effects of these links on the resource are gone, too. */
  without(resourceId: string): readonly StateChange[] {
    return this.naming(resourceId).flatMap((link): readonly StateChange[] => {
      const { former = [], ...rest } = link
      const left = former.filter((end) => end.resourceId !== resourceId)
      if (left.length === former.length) return []
      return [{ kind: 'link', link: left.length === 0 ? rest : { ...rest, former: left } }]
    })
  }

  note(link: LinkRecord): void {
    this.forget(link.id)
    this.#links.set(link.id, link)
    this.#index(link)
  }

  forget(id: string): void {
    const link = this.#links.get(id)
    if (link === undefined) return
    this.#links.delete(id)
    for (const { resourceId } of allLinkEnds(link)) this.#byEnd.get(resourceId)?.delete(id)
  }

  /** Links that have this resource as an end, or as a former end. */
  naming(resourceId: string): readonly LinkRecord[] {
    const ids = this.#byEnd.get(resourceId)
    return ids === undefined ? [] : [...ids].flatMap((id) => this.#links.get(id) ?? [])
  }

  #index(link: LinkRecord): void {
    for (const { resourceId } of allLinkEnds(link)) addToSet(this.#byEnd, resourceId, link.id)
  }
}
