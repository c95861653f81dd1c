import { addTo, byEach } from '@slipway/graph'
import type { ResourceTypeDefinition } from '@slipway/model'
import { linkEnds, type LinkRecord, type ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { Things } from '../../reality/recorded/identified-things.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import { likelyThere } from '../../reality/gathered/likely-there.ts'
import type { Situation } from '../../reality/gathered/situation.ts'
import { Members } from '../../reality/recorded/stands-in.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { missingIds } from '../shape/missing-and-unread.ts'

/** The plan's decisions up to this moment, and the records that it leaves alone. */
export interface Planned {
  readonly operation: Situation['operation']
  readonly gathered: Pick<Gathered, 'providers' | 'drift' | 'undecided' | 'mayCome'>
  /** Records that stay, under their names: records of wanted resources, or all records that the plan is not about. */
  readonly kept: () => Iterable<ResourceRecord>
  /** Records that the plan leaves alone. Everything that they read or link to, and their containers, must stay. */
  readonly beside?: readonly ResourceRecord[]
  /** Links that the plan leaves as they are. */
  readonly links?: readonly LinkRecord[]
  readonly wanted?: { has(name: string): boolean }
  /** Wanted resources that may read older generations. */
  readonly readers?: Iterable<Pick<CheckedResource, 'name' | 'again'>>
  /** Names of resources whose condition is false. */
  readonly absent?: ReadonlySet<string>
}

/**
 * The situation after the decided part of a plan. A run finds the same situation when it comes to an end, so a plan that asks the same
 * table shows what the run will do. Each index is made when it is first needed.
 */
export class SituationOfPlan implements Situation {
  readonly operation: Situation['operation']
  readonly isLikely: (record: ResourceRecord) => boolean
  readonly #planned: Planned
  readonly #wanted: { has(name: string): boolean }
  readonly #absent: ReadonlySet<string>
  /** Records that stay as they are: those beside the plan, and records that were to go and stay after all. */
  readonly #staying: ResourceRecord[]
  #readers: Map<string, ResourceRecord[]> | undefined
  #members: Members | undefined
  #named: ReadonlyMap<string, ResourceRecord> | undefined
  #rows: ReadonlyMap<string, ResourceRecord> | undefined
  #links: ReadonlyMap<string, LinkRecord> | undefined
  #willRead: ReadonlyMap<string, string> | undefined
  #things: Things | undefined

  constructor(planned: Planned) {
    const { operation, beside = [], absent = new Set(), wanted = absent, gathered } = planned
    this.operation = operation
    this.#planned = planned
    this.#absent = absent
    this.#wanted = wanted
    this.#staying = [...beside]
    this.isLikely = likelyThere(gathered, wanted)
  }

  get providers(): Providers {
    return this.#planned.gathered.providers
  }

  /** True if nothing stays that could keep a resource from ending. */
  get isFree(): boolean {
    return this.#staying.length === 0 && (this.#planned.links ?? []).length === 0
  }

  /** Notes that a record which was to go stays. */
  stays(record: ResourceRecord): void {
    this.#staying.push(record)
    const readers = this.#readers
    if (readers !== undefined) for (const id of record.reads) addTo(readers, id, record)
    if (mayExist(record)) this.#members?.add(record)
  }

  definition(type: string): ResourceTypeDefinition | undefined {
    return this.providers.type(type)
  }

  row(id: string): ResourceRecord | undefined {
    this.#rows ??= new Map([...this.#planned.kept(), ...this.#staying].map((record) => [record.id, record]))
    return this.#rows.get(id)
  }

  named(name: string): ResourceRecord | undefined {
    this.#named ??= new Map(Array.from(this.#planned.kept(), (record) => [record.name, record]))
    return this.#named.get(name)
  }

  wanted(name: string): 'yes' | 'no' {
    return this.#wanted.has(name) ? 'yes' : 'no'
  }

  isAbsent(name: string): boolean {
    return this.#absent.has(name)
  }

  isMissing(id: string): boolean {
    return this.#planned.gathered.drift.get(id)?.kind === 'missing'
  }

  /** No record ends with anything: records that end are neither among the readers nor among the members of this situation. */
  fateOf(): undefined {
    return undefined
  }

  goesWith(): false {
    return false
  }

  hasContainerLeft(): false {
    return false
  }

  /** The readers of a record; the last noted one comes first. */
  readersOf(id: string): readonly ResourceRecord[] {
    this.#readers ??= byEach(this.#staying, ({ reads }) => reads)
    return (this.#readers.get(id) ?? []).toReversed()
  }

  willRead(id: string): string | undefined {
    const { readers = [] } = this.#planned
    this.#willRead ??= new Map(
      Array.from(readers, ({ name, again }) => (again?.alsoReads ?? []).map((read) => [read, name] as const)).flat(),
    )
    return this.#willRead.get(id)
  }

  membersOf(container: ResourceRecord): readonly ResourceRecord[] {
    this.#members ??= new Members(this.#staying.filter(mayExist))
    return this.#members.in(container)
  }

  linkOn(id: string): LinkRecord | undefined {
    const { links = [] } = this.#planned
    this.#links ??= new Map(links.flatMap((link) => linkEnds(link).map(({ resourceId }) => [resourceId, link])))
    return this.#links.get(id)
  }

  sameThing(record: ResourceRecord): ResourceRecord | undefined {
    const { kept, gathered } = this.#planned
    this.#things ??= new Things(kept(), gathered.providers, missingIds(gathered.drift))
    return this.#things.sameAs(record)
  }

  /** Only a run knows which resources could not be made. A plan shows such consequences by its steps. */
  uncreated(): undefined {
    return undefined
  }
}

/** The situation after an `up` of a blueprint. */
export function situationOfUp(
  { resources: wanted, absent = [] }: Pick<CheckedBlueprint, 'resources' | 'absent'>,
  gathered: Pick<Gathered, 'state' | keyof Planned['gathered']>,
  decided: Required<Pick<Planned, 'kept' | 'beside' | 'absent'>> & { readonly links: readonly LinkStep[] },
): SituationOfPlan {
  return new SituationOfPlan({
    operation: 'up',
    gathered,
    ...decided,
    links: linksLeft(gathered.state?.links ?? [], decided.links),
    wanted,
    readers: wanted.values(),
    absent: decided.absent.union(new Set(absent)),
  })
}

/** Links that a plan leaves as they are, whatever happens to their ends. */
export function linksLeft(recorded: readonly LinkRecord[], steps: readonly LinkStep[]): readonly LinkRecord[] {
  const changed = new Set(steps.flatMap(({ action, current }) => (action === 'none' ? [] : (current?.id ?? []))))
  return recorded.filter(({ id }) => !changed.has(id))
}
