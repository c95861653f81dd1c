import { isList } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import { ownType, parseUrn } from './urn.ts'

type KnownState = Pick<InstanceState, 'resources' | 'intents'> & {
  readonly instance?: Pick<InstanceState['instance'], 'status'>
}

/** False if the last run of the program failed or was interrupted. */
export function endedWell(state: KnownState | undefined): boolean {
  const { status = 'deployed' } = state?.instance ?? {}
  return status === 'deployed' || status === 'destroyed'
}

/**
 * The short and unique names of a program's resources, in the state and for users. A recorded resource keeps its name. A new one gets the
 * program's name, plus its type if the name is taken.
 */
export class RecordNames {
  readonly #byUrn = new Map<string, string>()
  readonly #urns = new Map<string, string>()
  /** Record names by URN. */
  readonly #recorded = new Map<string, string>()
  /** Present URNs by former ones, for renamings in unfinished runs. */
  readonly #formerly = new Map<string, string>()
  /** URNs that the program has requested or is about to request. */
  readonly #announced = new Set<string>()

  constructor(state: KnownState | undefined) {
    for (const { resource } of state?.intents ?? []) this.#take(resource)
    for (const resource of state?.resources ?? []) if (!resource.replaced) this.#take(resource)
    if (endedWell(state)) return
    for (const { replaced, spec } of state?.resources ?? []) if (!replaced) this.#remember(spec)
  }

  /**
   * The URN under which a resource is recorded: the first of these, if any. After a failed run that renamed resources, a user who goes back
   * finds them again, unless the program has asked for them by the new names.
   */
  recorded(urns: readonly string[]): string | undefined {
    const found = urns.find((urn) => this.#recorded.has(urn))
    if (found !== undefined) return found
    const now = urns.map((urn) => this.#formerly.get(urn)).find((urn) => urn !== undefined)
    return now === undefined || this.#byUrn.has(now) || this.#announced.has(now) ? undefined : now
  }

  /** Notes that the program is about to request this URN. */
  announce(urn: string): void {
    this.#announced.add(urn)
  }

  isAnnounced(urn: string): boolean {
    return this.#announced.has(urn)
  }

  /**
   * Gives a resource its name. The name changes if the program has renamed the resource, and changes back if a run renamed it but failed
   * before recording the new URN.
   */
  of(urn: string, recordedAs = urn): string {
    const known = this.#byUrn.get(urn) ?? this.#recorded.get(recordedAs)
    const name = known !== undefined && isNameFor(known, urn) ? known : this.unused(urn)
    this.#byUrn.set(urn, name)
    this.#urns.set(name, urn)
    return name
  }

  /** The name under which a resource is recorded. */
  recordedName(urn: string): string | undefined {
    return this.#recorded.get(urn)
  }

  /** The name of a requested resource. */
  asked(urn: string): string | undefined {
    return this.#byUrn.get(urn)
  }

  #take({ name, spec }: InstanceState['resources'][number]): void {
    const { urn } = spec
    if (typeof urn !== 'string') return
    this.#recorded.set(urn, name)
    this.#urns.set(name, urn)
  }

  #remember({ urn, former }: InstanceState['resources'][number]['spec']): void {
    if (typeof urn !== 'string' || !isList(former)) return
    for (const before of former) if (typeof before === 'string') this.#formerly.set(before, urn)
  }

  /** Reads all records again, after some were rewritten. */
  renew(records: readonly InstanceState['resources'][number][]): void {
    this.#recorded.clear()
    for (const record of records) if (!record.replaced) this.#take(record)
  }

  /** An unused name for a resource with this URN. */
  unused(urn: string): string {
    const { plainly, labelled, short } = namesFor(urn)
    const free = [plainly, ...labelled].find((candidate) => !this.#urns.has(candidate))
    if (free !== undefined) return free
    for (let count = 2; ; count++) {
      const numbered = `${plainly} (${short} ${count})`
      if (!this.#urns.has(numbered)) return numbered
    }
  }
}

/** True for a possible name of a resource with this URN, with or without its type. A name with another type would be misleading. */
function isNameFor(name: string, urn: string): boolean {
  const { plainly, labelled, short } = namesFor(urn)
  if ([plainly, ...labelled].includes(name)) return true
  const before = `${plainly} (${short} `
  return name.startsWith(before) && /^\d+\)$/.test(name.slice(before.length))
}

/** The possible names of a resource: the program's name, or that with its type. */
function namesFor(urn: string): {
  readonly plainly: string
  readonly labelled: readonly string[]
  readonly short: string
} {
  const parts = parseUrn(urn)
  const type = parts === undefined ? '' : ownType(parts)
  const plainly = plain(parts?.name ?? urn)
  const short = plain(type.slice(type.lastIndexOf(':') + 1))
  return { plainly, labelled: [`${plainly} (${short})`, `${plainly} (${plain(type)})`], short }
}

/** The short name of a resource, which it gets if the name is free. */
export function shortNameOf(urn: string): string {
  return plain(parseUrn(urn)?.name ?? urn)
}

/** Replaces slashes, which would mark a resource of a child. */
function plain(text: string): string {
  return text.replaceAll('/', '.')
}
