import {
  activates,
  checkCodedLinks,
  codedLinks,
  type CheckedLink,
  type CheckedResource,
  type CodedEnd,
  type CodedReference,
  linkOrder,
  noSuchLink,
} from '@slipway/engine'
import { type Diagnostic, DiagnosticsFailure, type Value } from '@slipway/model'
import { atCall, type CallPlace } from '../call-place.ts'
import type { LateDefinitions } from '../late-definitions.ts'
import { LeftOut, NotHad, type Wish } from '../resources.ts'

export interface AskedLinksOptions {
  readonly definitions: LateDefinitions
  /** Waits until a resource exists. */
  readonly exists: (name: string) => Promise<unknown>
  /** Makes a link whose ends exist. */
  readonly link: (link: CheckedLink) => Promise<Value | undefined>
  readonly warn: (diagnostic: Diagnostic) => void
}

/** The links of one run of a program, between the resources that it has asked for so far. */
export class AskedLinks {
  readonly #options: AskedLinksOptions
  /** The facts about the requested resources that are known at once, in the order of the requests. */
  readonly #wishes = new Map<string, CodedEnd>()
  /** The requests that select others by label. */
  readonly #selecting: CodedEnd[] = []
  /** The checked requests, by name. */
  readonly #ends = new Map<string, CodedEnd & { readonly place: CallPlace | undefined }>()
  /** The data of links that the program reads, by name. */
  readonly #read = new Map<string, Promise<Value>>()

  constructor(options: AskedLinksOptions) {
    this.#options = options
  }

  /**
   * Notes a request.
   *
   * @returns earlier requests that may be linked with it by their labels
   */
  asked({ name, type, labels = {}, linkSelector }: Wish): readonly CodedEnd[] {
    const wish = { name, type, labels, linkSelector }
    const earlier = linkSelector === undefined ? this.#selecting : [...this.#wishes.values()]
    const near = earlier.filter((other) => selects(wish, other) || selects(other, wish))
    this.#wishes.set(name, wish)
    if (linkSelector !== undefined) this.#selecting.push(wish)
    return near
  }

  /**
   * The resources that must exist before this one because of its links.
   *
   * @param near the result of {@link asked}
   * @param refers the parts of its spec that come from other resources
   * @throws DiagnosticsFailure if a link wants it to exist before a resource that was asked for earlier
   */
  async before(
    { name, type, labels = {}, linkSelector, place }: Wish,
    near: readonly CodedEnd[],
    refers: readonly CodedReference[] = [],
  ): Promise<readonly string[]> {
    const { definitions } = this.#options
    const schema = refers.length === 0 ? undefined : definitions.providers.type(type)?.schema
    const referring = schema !== undefined && activates(schema) ? refers : []
    const others = [
      ...near,
      ...new Set(referring.flatMap(({ names }) => names.flatMap((other) => this.#wishes.get(other) ?? []))),
    ]
    if (others.length === 0) return []
    const types = new Set([type, ...others.map((other) => other.type)])
    await Promise.all(Array.from(types, (each) => definitions.use(each)))
    await definitions.useLinks(types)
    const end = { name, type, labels, linkSelector, refers: referring }
    const { before, after } = linkOrder(end, others, definitions.byNamespace)
    const [late] = after
    if (late !== undefined) throw new DiagnosticsFailure([atCall(wrongOrder(name, late), place)])
    return before
  }

  /** Notes a request that has been checked. */
  checked(
    { name, type, labels, metadata, definition }: CheckedResource,
    { linkSelector, place }: Wish,
    refers: readonly CodedReference[] = [],
  ): void {
    const { annotations } = metadata
    const isReferring = refers.length > 0 && activates(definition.schema)
    const more = isReferring ? { refers } : {}
    this.#ends.set(name, { name, type, labels, annotations, linkSelector, place, ...more })
  }

  /**
   * All links, after the last request.
   *
   * @throws DiagnosticsFailure if a link breaks a rule
   */
  async all(): Promise<readonly CheckedLink[]> {
    const { definitions, warn } = this.#options
    const ends = this.#among(this.#wishes.keys())
    if (ends.every(({ linkSelector, refers }) => linkSelector === undefined && refers === undefined)) return []
    await definitions.useLinks(new Set(ends.map(({ type }) => type)))
    const { links, diagnostics } = checkCodedLinks(ends, definitions.byNamespace)
    const told = diagnostics.map(({ resource, diagnostic }) => atCall(diagnostic, this.#ends.get(resource)?.place))
    const errors = told.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) throw new DiagnosticsFailure(errors)
    for (const warning of told) warn(warning)
    return links
  }

  /**
   * The data of a link, which is made for it.
   *
   * @throws DiagnosticsFailure if these resources are not linked
   */
  async data(a: string, b: string): Promise<Value> {
    // A link may need others, but none that is asked for after it.
    const names = [...this.#wishes.keys()]
    await Promise.all([this.#options.exists(a), this.#options.exists(b)])
    const links = await this.#linksAmong(names)
    const link = links.find((each) => each.a === a && each.b === b)
    if (link === undefined) throw new DiagnosticsFailure([{ severity: 'error', ...noSuchLink(a, b, links) }])
    if (link.definition.requires.length === 0) return await this.#made(link)
    await Promise.allSettled(names.map((name) => this.#options.exists(name)))
    for (const needed of neededFirst(link, await this.#linksAmong(names))) await this.#made(needed)
    return await this.#made(link)
  }

  async #linksAmong(names: readonly string[]): Promise<readonly CheckedLink[]> {
    const { definitions } = this.#options
    const ends = this.#among(names)
    await definitions.useLinks(new Set(ends.map(({ type }) => type)))
    return codedLinks(ends, definitions.byNamespace)
  }

  /** The checked ones among these requests, in their order. */
  #among(names: Iterable<string>): readonly CodedEnd[] {
    return Array.from(names).flatMap((name) => this.#ends.get(name) ?? [])
  }

  /** Makes each link once. */
  #made(link: CheckedLink): Promise<Value> {
    const known = this.#read.get(link.name)
    if (known !== undefined) return known
    const made = this.#options.link(link).then((data) => {
      if (data === undefined) throw new NotHad(link.name)
      if (data === null) throw new LeftOut(link.name)
      return data
    })
    this.#read.set(link.name, made)
    return made
  }
}

/** Whether the labels of `b` are among those that `a` selects. */
function selects({ linkSelector }: CodedEnd, b: CodedEnd): boolean {
  if (linkSelector === undefined) return false
  return Object.entries(linkSelector.byLabel).every(
    ([key, value]) => Object.hasOwn(b.labels, key) && b.labels[key] === value,
  )
}

/** The links that provide what a link requires of its ends, and those that these require, each after what it requires itself. */
function neededFirst(link: CheckedLink, links: readonly CheckedLink[]): readonly CheckedLink[] {
  const found = new Set<CheckedLink>([link])
  const ordered: CheckedLink[] = []
  const visit = ({ definition, ...ends }: CheckedLink): void => {
    const wanted = new Set(definition.requires.map(({ name, end }) => `${ends[end]} ${name}`))
    for (const other of links) {
      if (found.has(other)) continue
      if (!other.definition.provides.some(({ name, end }) => wanted.has(`${other[end]} ${name}`))) continue
      found.add(other)
      visit(other)
      ordered.push(other)
    }
  }
  visit(link)
  return ordered
}

function wrongOrder(name: string, late: string): Diagnostic {
  return {
    code: 'blueprint/link-order',
    severity: 'error',
    message: `"${late}" is asked for before "${name}", but the link between them needs "${name}" first`,
    hint: `ask for "${name}" before "${late}"`,
  }
}
