import type { Random } from '../../soak/random.ts'
import type { Command, Move } from '../moves/commands.ts'
import { type Draft, type EditedProperty, named, type Reading, type Wanted } from '../moves/draft.ts'
import { type Kind, kinds, sharesIds } from '../services/kinds.ts'
import type { View } from '../playing/play.ts'
import { brokenBy, marked, type Moment, type Trouble } from '../moves/trouble.ts'

/** Three names of the parent, and four of children. */
const names = ['a', 'b', 'c', 'net/a', 'net/c', 'net/sub/d', 'web/e'] as const
/** Instances of one template, by their keys: they change together, and are removed one by one. */
const pool = ['pool_x', 'pool_y', 'pool_z'] as const
const keys = ['k1', 'k2', 'k3', 'k4', 'k5'] as const

const mostlyNeeded = ['needs', 'needs', 'value', 'pinned'] as const
const mostlyPinned = ['pinned', 'pinned', 'pinned', 'value'] as const

/** Chooses the next move, as users do: edits, deploys, goes back after a failure, and is sometimes interrupted. */
export class User {
  readonly #random: Random
  readonly #kinds: readonly string[]
  /** Whether most of this user's things are pinned to others, and go before these make room. */
  readonly #pins: boolean
  /** Whether most of this user's things stand in others. Such a user refreshes and goes back more often. */
  readonly #nests: boolean
  readonly #most: number
  #moves = 0
  #slots = 0
  #versions = 0
  /** Moves that are already decided. */
  #next: Move[] = []

  /** @param most the number of moves after which the user stops */
  constructor(random: Random, most: number) {
    this.#random = random
    this.#most = most
    this.#pins = random.chance(0.2)
    this.#nests = random.chance(0.15)
    const isMeant = (kind: Kind): boolean =>
      !sharesIds(kind) && (!this.#pins || kind.definition.replacedWith !== undefined)
    const all = [...kinds].flatMap(([name, kind]) => (isMeant(kind) ? [name] : []))
    this.#kinds = Array.from({ length: random.between(1, 4) }, () => random.pick(all))
  }

  move(view: View): Move | undefined {
    if (this.#moves++ >= this.#most) return undefined
    if (this.#next.length === 0) this.#next = this.#think(view)
    return this.#next.shift()
  }

  #think(view: View): Move[] {
    const random = this.#random
    if (view.draft.resources.length === 0 && this.#slots < 2) return [...this.#writeSome(view.draft), this.#up()]
    if (view.last === 'badly' && random.chance(0.6)) return this.#goOn(view)
    if (random.chance(0.12)) return [this.#up()]
    if (random.chance(0.1)) return this.#byHand(view.draft)
    if (random.chance(0.08)) return [this.#other(view.draft)]
    if (random.chance(0.06)) return this.#planFirst(view)
    const some = this.#some(view.draft)
    if (some !== undefined && random.chance(0.04)) return this.#move(some)
    const edits = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => this.#edit(view))
    if (random.chance(0.05)) edits.push(...this.#pool(view.draft))
    return [...edits.flatMap((edit) => alike(edit, view.draft)), this.#up(view.draft)]
  }

  /** After a failure: tries again, goes back, or reports what exists. */
  #goOn(view: View): Move[] {
    const random = this.#random
    const guarded = view.draft.resources.find(({ protect }) => protect !== undefined)
    if (guarded !== undefined && random.chance(0.3)) return this.#letGo(guarded)
    if (view.isInDoubt && random.chance(0.5)) return [{ ...this.#up(), settle: true }]
    if (view.deployed > 0 && random.chance(0.6)) {
      return [{ do: 'revert', back: random.chance(0.8) ? 0 : 1 }, this.#up()]
    }
    return [this.#up()]
  }

  /** Lifts the protection: in the blueprint with an `up` for that alone, or by hand. */
  #letGo({ name }: Wanted): Move[] {
    if (this.#random.chance(0.5)) return [{ do: 'protect', name, to: false }, this.#up()]
    return [{ do: 'protect', name }, { do: 'unprotect', name }, this.#up()]
  }

  /** Plans, perhaps does something else, and then carries out the plan. */
  #planFirst(view: View): Move[] {
    const between = this.#random.chance(0.3) ? [this.#up()] : []
    return [this.#edit(view), this.#plain('plan'), ...between, { ...this.#up(), saved: true }]
  }

  #writeSome(draft: Draft): Move[] {
    const moves = this.#random.chance(0.15) ? this.#pool(draft) : []
    for (let count = this.#random.between(1, 4); count > 0; count--) {
      const written = [...draft.resources, ...moves.map(({ resource }) => resource)]
      const resource = this.#resource({ resources: written })
      if (resource !== undefined) moves.push({ do: 'write', resource })
    }
    return moves
  }

  /** Missing instances of a template, with the properties of the existing ones. */
  #pool(draft: Draft): Extract<Move, { do: 'write' }>[] {
    const known = draft.resources.find(({ name }) => isOfPool(name))
    const template = known ?? this.#resource(draft, pool[0])
    const missing = pool.filter((name) => template !== undefined && named(draft, name) === undefined)
    return missing.flatMap((name) => {
      if (template === undefined || this.#random.chance(0.2)) return []
      const key = template.key === undefined ? {} : { key: `k-${name}` }
      return [{ do: 'write', resource: { ...template, ...key, name, slot: this.#slots++ } }]
    })
  }

  #resource(draft: Draft, name: string = this.#random.pick(names)): Wanted | undefined {
    const random = this.#random
    if (draft.resources.some((wanted) => wanted.name === name)) return undefined
    const kind = random.pick(this.#kinds)
    const isNatural = kinds.get(kind)?.things === 'natural'
    return {
      slot: this.#slots++,
      name,
      kind,
      value: this.#version('v'),
      ...(random.chance(0.5) && { pinned: this.#version('p') }),
      ...(isNatural && { key: this.#key(draft) }),
      ...(random.chance(0.15) && { secret: `hush-${random.between(1000, 9999)}-secret` }),
      reads: this.#reads(draft),
      ...this.#when(draft),
      ...this.#linksTo(draft),
      ...this.#within(draft),
      ...(this.#pins && random.chance(0.5) && { goesFirst: true }),
      ...(random.chance(0.04) && { protect: true }),
      ...(random.chance(0.05) && { retain: true }),
      ...(random.chance(0.05) && { ignores: [random.pick(['pinned', 'secret'] as const)] }),
    }
  }

  /** Sometimes puts the resource into a container, with which it is removed. */
  #within({ resources }: Draft): Pick<Wanted, 'within'> {
    const containers = resources.filter(({ kind }) => kinds.get(kind)?.things === 'generated')
    return containers.length > 0 && this.#random.chance(this.#nests ? 0.55 : 0.12)
      ? { within: this.#random.pick(containers).slot }
      : {}
  }

  /** Protects, lifts the protection, or leaves the option out: each makes a different draft. */
  #guard({ name, protect }: Wanted): Move {
    const to = protect === true ? this.#random.pick([false, undefined] as const) : true
    return { do: 'protect', name, ...(to !== undefined && { to }) }
  }

  /** Usually a key that no resource has. */
  #key({ resources }: Draft): string {
    const free = keys.filter((key) => resources.every((wanted) => wanted.key !== key))
    return this.#random.pick(free.length > 0 && this.#random.chance(0.95) ? free : keys)
  }

  #reads({ resources }: Draft): readonly Reading[] {
    const random = this.#random
    const reads: Reading[] = []
    for (const { slot } of resources) {
      if (!random.chance(this.#pins ? 0.6 : 0.35)) continue
      const output = random.pick(['id', 'id', 'endpoint', 'login', 'secret'] as const)
      reads.push({ slot, output, into: random.pick(this.#pins ? mostlyPinned : mostlyNeeded) })
    }
    return reads
  }

  /** Sometimes makes another resource decide whether this one exists. */
  #when({ resources }: Draft): Pick<Wanted, 'when'> {
    const random = this.#random
    return resources.length > 0 && random.chance(0.15) ? { when: random.pick(resources).slot } : {}
  }

  #linksTo({ resources }: Draft): Pick<Wanted, 'linksTo'> {
    const linksTo = resources.flatMap(({ slot }) => (this.#random.chance(0.12) ? [slot] : []))
    return linksTo.length === 0 ? {} : { linksTo }
  }

  /** Renames in the blueprint, and in the state by hand; or only in the state, at times by mistake. */
  #move({ name }: Wanted): Move[] {
    const to = this.#random.pick(names)
    const move = { do: 'move', name, to } as const
    const rename = { do: 'rename', name, to } as const
    return this.#random.chance(0.7) ? [rename, move, this.#up()] : [move, this.#up()]
  }

  /** Only a resource that stays in its blueprint can give its former name. */
  #rename({ name }: Wanted): Move {
    const to = this.#random.pick(names)
    const says = this.#random.pick(['moved', 'alias', undefined] as const)
    const isBeside = name.slice(0, -bare(name).length) === to.slice(0, -bare(to).length)
    return { do: 'rename', name, to, ...(says !== undefined && isBeside && { says }) }
  }

  /** Any of the resources that were written before it. */
  #linked({ slot }: Wanted, { resources }: Draft): readonly number[] {
    const earlier = resources.slice(
      0,
      resources.findIndex((other) => other.slot === slot),
    )
    return earlier.flatMap((other) => (this.#random.chance(0.4) ? [other.slot] : []))
  }

  #edit(view: View): Move {
    const random = this.#random
    const { draft } = view
    const [one, other] = [this.#some(draft), this.#some(draft)]
    if (one === undefined || other === undefined || random.chance(0.12)) {
      const resource = this.#resource(draft)
      if (resource !== undefined) return { do: 'write', resource }
    }
    if (one === undefined || other === undefined) return this.#up()
    if (random.chance(0.55)) return this.#set(one, draft)
    if (random.chance(0.3)) return { do: 'remove', name: one.name }
    if (random.chance(0.25)) return { do: 'toggle', name: one.name }
    if (random.chance(0.4)) return this.#rename(one)
    if (random.chance(0.15)) return { do: 'order', name: one.name, goesFirst: random.chance(0.7) }
    if (random.chance(0.12)) return this.#guard(one)
    if (random.chance(0.06)) return { do: 'retain', name: one.name, to: one.retain !== true }
    if (random.chance(0.06)) {
      const ignores = random.chance(0.3) ? [] : [random.pick(['pinned', 'secret'] as const)]
      return { do: 'ignore', name: one.name, ignores }
    }
    if (random.chance(0.2)) return { do: 'link', name: one.name, linksTo: this.#linked(one, draft) }
    if (random.chance(0.4)) return { do: 'swap', name: one.name, with: other.name }
    return { do: 'revert', back: random.between(0, 2) }
  }

  #set(wanted: Wanted, draft: Draft): Move {
    const random = this.#random
    const property: EditedProperty = random.pick(['value', 'pinned', 'pinned', 'key', 'secret'] as const)
    const { name } = wanted
    if (property === 'key' && wanted.key !== undefined) return { do: 'set', name, property, to: this.#key(draft) }
    if (property === 'secret') return { do: 'set', name, property, to: `hush-${random.between(1000, 9999)}-secret` }
    const version = this.#version(property === 'pinned' ? 'p' : 'v')
    const to = random.chance(0.3) ? marked(version, random.pick(brokenBy)) : version
    return { do: 'set', name, property: property === 'pinned' ? 'pinned' : 'value', to }
  }

  #version(letter: string): string {
    return `${letter}${++this.#versions}`
  }

  #some({ resources }: Draft): Wanted | undefined {
    return resources.length === 0 ? undefined : this.#random.pick(resources)
  }

  #byHand(draft: Draft): Move[] {
    const wanted = this.#some(draft)
    if (wanted === undefined) return [this.#up()]
    const { name, kind, key } = wanted
    if (key !== undefined && this.#random.chance(0.3)) {
      const other = this.#key(draft)
      return [{ do: 'make by hand', kind, key: other }, { do: 'set', name, property: 'key', to: other }, this.#up()]
    }
    const how = this.#random.chance(0.5) ? 'delete by hand' : 'change by hand'
    const look: Command = this.#random.chance(0.5) ? { ...this.#plain('refresh') } : { ...this.#up(), refresh: true }
    return [{ do: how, name }, look]
  }

  #other(draft: Draft): Command {
    const plain = this.#plain(this.#random.pick(['plan', 'refresh', 'destroy'] as const))
    const command = plain.do === 'plan' ? plain : { ...plain, ...this.#part(draft, 0.3) }
    return this.#random.chance(0.3) ? { ...command, trouble: this.#trouble() } : command
  }

  #plain(operation: Command['do']): Command {
    const random = this.#random
    const luck = random.between(1, 1_000_000)
    return { do: operation, luck, ...(random.chance(0.7) && { pause: random.pick([50, 400, 1_500, 5_000]) }) }
  }

  #up(draft?: Draft): Command {
    const random = this.#random
    const some = draft === undefined ? undefined : this.#some(draft)
    const command: Command = {
      ...this.#plain('up'),
      ...this.#part(draft),
      ...(some !== undefined && random.chance(0.05) && { replace: [some.name] }),
      ...(random.chance(this.#nests ? 0.2 : 0.05) && { refresh: true as const }),
      ...(random.chance(0.05) && { settle: true as const }),
      ...(random.chance(this.#nests ? 0.2 : 0.1) && { rollback: true as const }),
    }
    return random.chance(0.45) ? { ...command, trouble: this.#trouble() } : command
  }

  /** Deploys the whole blueprint, or sometimes a part of it. */
  #part(draft: Draft | undefined, chance = this.#nests ? 0.15 : 0.05): Pick<Command, 'targets' | 'exclude'> {
    const random = this.#random
    const some = draft === undefined ? undefined : this.#some(draft)
    if (some === undefined) return {}
    if (random.chance(chance)) return { targets: [some.name] }
    return random.chance(chance) ? { exclude: [some.name] } : {}
  }

  #trouble(): readonly Trouble[] {
    const random = this.#random
    const trouble = this.#oneTrouble()
    return random.chance(0.2) ? [trouble, this.#oneTrouble()] : [trouble]
  }

  #oneTrouble(): Trouble {
    const random = this.#random
    const roll = random.between(0, 9)
    if (roll < 4) return this.#callTrouble()
    if (roll < 7) return { what: 'kill', at: this.#moment() }
    if (roll < 8) {
      return { what: 'interrupt', at: this.#moment(), ...(random.chance(0.6) && { again: random.between(0, 6) }) }
    }
    if (roll < 9) {
      return { what: 'store', commit: random.between(1, 10), isKept: random.chance(0.4), isLasting: random.chance(0.5) }
    }
    return { what: 'rival', at: random.between(2, 25), does: random.pick(['up', 'plan'] as const) }
  }

  #callTrouble(): Trouble {
    const random = this.#random
    const methods = ['deploy', 'deploy', 'deploy', 'destroy', 'destroy', 'read', 'stabilised', 'wire', 'wire'] as const
    const method = random.pick(methods)
    const ways = method === 'deploy' || method === 'wire' ? allWays : method === 'destroy' ? destroyWays : readWays
    const fails = random.pick(ways)
    return {
      what: 'call',
      method,
      of: method === 'wire' ? `${bare(random.pick(names))}::${bare(random.pick(names))}` : random.pick(names),
      fails,
      times: fails === 'transient' ? random.between(1, 7) : 1,
    }
  }

  #moment(): Moment {
    const random = this.#random
    if (random.chance(0.4)) return random.between(1, 40)
    const happens = random.pick(['sent', 'done', 'answered'] as const)
    return `${happens} ${random.pick(['deploy', 'deploy', 'destroy'] as const)} ${random.pick(names)}`
  }
}

/** A provider of links knows only the names within one blueprint. */
function bare(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

function isOfPool(name: string): boolean {
  return name.startsWith('pool_')
}

/** A change of one instance of a template changes all of them; its key is its own, and names stay. */
function alike(edit: Move, { resources }: Draft): readonly Move[] {
  if (!('name' in edit) || !isOfPool(edit.name)) return [edit]
  if (edit.do === 'rename' || edit.do === 'swap') return []
  if ((edit.do !== 'set' || edit.property === 'key') && edit.do !== 'toggle') return [edit]
  return resources.flatMap(({ name }) => (isOfPool(name) ? [{ ...edit, name }] : []))
}

const allWays = [
  'refuse',
  'unexpected',
  'half',
  'half',
  'deny',
  'deny-half',
  'transient',
  'die',
  'die-done',
  'hang',
] as const
const destroyWays = ['refuse', 'unexpected', 'half', 'transient', 'die', 'die-done', 'hang'] as const
const readWays = ['unexpected', 'transient', 'die', 'hang'] as const
