import { oldKey, type Plan, type PlanStep } from '../plan/plan.ts'

/** Removals that hang together, and the steps that they make room for. */
export interface DestroyedFirst {
  /** Keys. */
  readonly removals: readonly string[]
  readonly makers: readonly PlanStep[]
  /** Keys of what a maker waits for and that does not itself wait for these removals. */
  readonly waitsFor: (maker: PlanStep) => readonly string[]
  /** Keys of what waits for these removals, whether close by or far. */
  readonly waiting: ReadonlySet<string>
}

/** The removals of a plan that something new waits for, those together that wait for one another. Most plans have none. */
export function destroyedFirst({ steps }: Plan): readonly DestroyedFirst[] {
  const removals = new Map<string, readonly string[]>()
  for (const { action, key, after, oldAfter = [] } of steps) {
    if (action === 'replace') removals.set(oldKey(key), oldAfter)
    else if (action === 'delete' || action === 'forget') removals.set(key, after)
  }
  const makers = steps.filter(({ key, after }) => !removals.has(key) && after.some((needed) => removals.has(needed)))
  if (makers.length === 0) return []
  const groups = new Groups(removals)
  for (const { after } of makers) groups.join(after)
  const late = dependentsOf(steps)
  return groups.all().map((keys) => {
    const members = new Set(keys)
    const own = makers.filter(({ after }) => after.some((key) => members.has(key)))
    const waiting = reached(
      own.map(({ key }) => key),
      late,
    )
    return {
      removals: keys,
      makers: own,
      waiting,
      waitsFor: ({ after }) => after.filter((key) => !removals.has(key) && !waiting.has(key)),
    }
  })
}

/** Removals in groups: those that one step waits for, and those that wait for one another. */
class Groups {
  readonly #removals: ReadonlyMap<string, readonly string[]>
  readonly #leaders = new Map<string, string>()

  constructor(removals: ReadonlyMap<string, readonly string[]>) {
    this.#removals = removals
  }

  join(keys: readonly string[]): void {
    const [first, ...others] = keys.filter((key) => this.#removals.has(key))
    if (first === undefined) return
    this.#enter(first)
    for (const key of others) {
      this.#enter(key)
      this.#leaders.set(this.#leader(key), this.#leader(first))
    }
  }

  all(): readonly (readonly string[])[] {
    const groups = Map.groupBy(this.#leaders.keys(), (key) => this.#leader(key))
    return [...groups.values()]
  }

  #enter(key: string): void {
    const entered = [key]
    for (const one of entered) {
      if (this.#leaders.has(one)) continue
      this.#leaders.set(one, one)
      for (const before of this.#removals.get(one) ?? []) {
        if (!this.#removals.has(before)) continue
        entered.push(before)
        if (!this.#leaders.has(before)) continue
        this.#leaders.set(this.#leader(before), this.#leader(one))
      }
    }
    for (const one of entered) this.#leaders.set(this.#leader(one), this.#leader(key))
  }

  #leader(key: string): string {
    let leader = key
    for (;;) {
      const above = this.#leaders.get(leader) ?? leader
      if (above === leader) return leader
      this.#leaders.set(leader, this.#leaders.get(above) ?? above)
      leader = above
    }
  }
}

/** Keys of the steps that wait for a step, by its key. */
function dependentsOf(steps: readonly PlanStep[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>()
  for (const { key, after } of steps) {
    for (const needed of after) {
      const known = dependents.get(needed)
      if (known === undefined) dependents.set(needed, [key])
      else known.push(key)
    }
  }
  return dependents
}

function reached(from: readonly string[], dependents: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set(from)
  for (const key of found) for (const dependent of dependents.get(key) ?? []) found.add(dependent)
  return found
}
