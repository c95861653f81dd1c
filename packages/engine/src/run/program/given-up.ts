import type { Wanted } from '../../plan/decide/decide.ts'
import type { Chosen } from '../../plan/match/generations.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import { optional } from '../../language/parse/optional.ts'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import type { Session } from '../session/session.ts'
import type { GoesFirst } from './program-what-goes-first.ts'

export interface GivenUpOptions {
  readonly session: Pick<Session, 'definition' | 'records'>
  readonly isPreview: boolean
  /** Ids of the records that already belong to a resource. */
  readonly taken: Set<string>
  /** Resolves, by name of a requested resource, when its step has been passed on. */
  readonly steps: ReadonlyMap<string, Promise<{ readonly taken: unknown }>>
  readonly first: Pick<GoesFirst, 'because'>
}

/** The records that another resource replaces, but that the program may still ask for under another name. */
export class GivenUp {
  readonly #options: GivenUpOptions
  /** The name of the other resource, by id of the record. */
  readonly #names = new Map<string, string>()
  /** The same for records that have become another resource since then. */
  readonly #handedOn = new Map<string, string>()

  constructor(options: GivenUpOptions) {
    this.#options = options
  }

  /** True if there are none. */
  get isQuiet(): boolean {
    return this.#names.size === 0
  }

  has(id: string): boolean {
    return this.#names.has(id)
  }

  /**
   * Keeps a record until the program has ended if its own identity shows that it is another thing, which only has the name of the wanted resource.
   * The program may ask for it later under another name. It is therefore not destroyed first, unless it goes before something else.
   */
  asStream({ resource, spec }: Wanted, chosen: Chosen): Chosen {
    const { session, first } = this.#options
    const { record, decision } = chosen
    if (record === undefined || decision.action !== 'replace' || existenceOf(record) === 'going') return chosen
    if (first.because(record) !== undefined) return chosen
    const identity = declaredIdentity(resource.definition, { spec, options: resource.options })
    const own = declaredIdentity(session.definition(record.type), record)
    if (own === undefined ? record.type === resource.type : own === identity) return chosen
    if (own !== undefined) this.#names.set(record.id, resource.name)
    const { destroyFirst: _, ...createdFirst } = decision
    return { ...chosen, decision: createdFirst }
  }

  /** Lets a record become another resource once something else has taken its place. */
  async freed(id: string): Promise<void> {
    const name = this.#names.get(id)
    const other = name === undefined ? undefined : await this.#options.steps.get(name)?.catch(() => undefined)
    await other?.taken
    if (other === undefined || !this.#names.delete(id) || !this.#isLeftBehind(id)) return
    this.#options.taken.delete(id)
    if (name !== undefined) this.#handedOn.set(id, name)
  }

  /** If the old record lives on as another resource, its successor replaces nothing: this is a create. */
  asItComes(step: PlanStep): PlanStep {
    const isHandedOn = step.action === 'replace' && this.#handedOn.get(step.current.id) === step.name
    if (!isHandedOn) return step
    const { key, name, type, changes, wish, after, reason, blocked } = step
    const why = { ...optional('reason', reason), ...optional('blocked', blocked) }
    return { key, name, type, action: 'create', changes, replaceBecause: [], wish, after, ...why }
  }

  /** True if the record was replaced. A preview records nothing, so that it cannot be seen there and counts as true. */
  #isLeftBehind(id: string): boolean {
    const { isPreview, session } = this.#options
    return isPreview || session.records.get(id)?.replaced === true
  }
}
