import {
  type IntermediaryResource,
  type LinkChanges,
  type LinkPhaseResult,
  type LinkProvider,
  type LinkTypeDefinition,
  type UpdateIntermediariesRequest,
  type UpdateLinkedRequest,
  type ValueMap,
  valueMap,
} from '@slipway/model'

/** Links between `fake/find` and other types. In the link from `fake/ask` to `fake/find`, `b` comes first. */
export const fakeLinks: readonly LinkTypeDefinition[] = [
  linkType('fake/find::fake/ask', {}),
  linkType('fake/find::fake/keyed', {}),
  linkType('fake/ask::fake/find', { kind: 'hard', priority: 'b', provides: [{ name: 'fake/known', end: 'b' }] }),
  linkType('fake/find::fake/exclusive', { requires: [{ name: 'fake/known', end: 'a' }] }),
]

function linkType(type: string, more: Partial<LinkTypeDefinition>): LinkTypeDefinition {
  const none = { min: 0, max: 0 }
  return { type, kind: 'soft', annotations: {}, cardinality: { a: none, b: none }, provides: [], requires: [], ...more }
}

/** Makes a call of the cloud, with which a test may interfere. */
type Caller = <T>(method: string, about: { readonly name: string; readonly type: string }, work: () => T) => Promise<T>

/** The effects of links in the world. */
export class FakeLinks {
  /** The ids of the resources that links have changed or made, by link id and phase. */
  readonly done = new Map<string, string>()
  /** Texts of link id, end and resource id, one for each resource that a link has changed and not changed back. */
  readonly held = new Set<string>()
  /** Further data in the answer of every link. */
  told: ValueMap = {}
  /** The fields of the link's ends that the first phase reports as written. */
  mappings: Readonly<Record<string, string>> = {}
  readonly #call: Caller

  constructor(call: Caller) {
    this.#call = call
  }

  provider(): LinkProvider {
    return {
      validate: () => Promise.resolve([]),
      stage: ({ current, a, b }) =>
        Promise.resolve(changesTo({ ...dataOf(a.spec, b.spec), ...this.told }, current?.data ?? valueMap())),
      updateResource: (request) => this.#made(`UpdateResource${request.end.toUpperCase()}`, request),
      updateIntermediaries: async (request) => {
        const intermediaries = await this.#intermediaries(request)
        return { data: valueMap([['passes', intermediaries.length]]), mappings: {}, intermediaries }
      },
      intermediaryStates: ({ current, linkName, type }) =>
        this.#call('GetIntermediaryExternalState', { name: linkName, type }, () =>
          Object.fromEntries(
            current.intermediaries.map(({ resourceId, spec }) => [
              resourceId,
              [...this.done.values()].includes(resourceId) ? spec : undefined,
            ]),
          ),
        ),
    }
  }

  /** Removes the effects of links on a resource that is destroyed. */
  destroyed(resourceId: string): void {
    for (const held of this.held) if (held.endsWith(` ${resourceId}`)) this.held.delete(held)
  }

  #made(method: string, request: UpdateLinkedRequest): Promise<LinkPhaseResult> {
    const { linkId, linkName, type, end, action, resource, other } = request
    return this.#call(method, { name: linkName, type }, () => {
      const held = `${linkId} ${end} ${resource.resourceId}`
      if (action === 'destroy') {
        this.done.delete(`${linkId} ${end}`)
        this.held.delete(held)
      } else {
        this.done.set(`${linkId} ${end}`, resource.resourceId)
        this.held.add(held)
      }
      return {
        data: end === 'a' ? { ...dataOf(resource.spec, other.spec), ...this.told } : valueMap(),
        mappings: end === 'a' ? this.mappings : {},
      }
    })
  }

  #intermediaries({ linkId, linkName, type, action, a, b }: UpdateIntermediariesRequest) {
    return this.#call('UpdateIntermediaryResources', { name: linkName, type }, (): readonly IntermediaryResource[] => {
      const key = `${linkId} intermediaries`
      if (action === 'destroy') {
        this.done.delete(key)
        return []
      }
      this.done.set(key, `pass of ${linkId}`)
      const spec = valueMap([['between', `${a.resourceId} ${b.resourceId}`]])
      return [{ resourceId: `pass of ${linkId}`, type: 'fake/pass', status: 'created', spec }]
    })
  }
}

function dataOf(a: ValueMap, b: ValueMap): ValueMap {
  return valueMap([
    ['from', a['value'] ?? null],
    ['to', b['value'] ?? null],
  ])
}

function changesTo(wanted: ValueMap, recorded: ValueMap): LinkChanges {
  const changed = Object.keys(wanted).filter((key) => wanted[key] !== recorded[key])
  const changes = changed.map((path) => ({ path, next: wanted[path] ?? null }))
  return { modified: [], added: changes, removed: [], unchanged: [], knownOnDeploy: [] }
}
