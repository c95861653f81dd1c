import { askedValue, type CheckedLink, type CheckedResource, type Program } from '@slipway/engine'
import { Failure, isList, isMap, isSecret, isUnknown, type Value, type ValueMap, valueMap } from '@slipway/model'
import { type Tree, treeOf, valueOf } from '../stack-files/value-tree.ts'
import type { RunningProgram } from './program-source.ts'

/** The requests of a program at planning time, in the form of a saved plan. */
export interface PlannedAsks {
  readonly asks: readonly { readonly name: string; readonly asked: Tree }[]
  /** Names of the links between them. */
  readonly links: readonly string[]
  readonly exports: Tree
}

/** A program's links and exports at its end. */
interface Said {
  readonly links: readonly CheckedLink[]
  readonly exports: ValueMap
}

/** Sees all requests of a program before the engine does. */
export interface Watch {
  begin(): void
  /** Called with each request of the program. @throws any error, which fails the program */
  asked(resource: CheckedResource): void
  /** The program reads this link, which is made before its end. @throws any error, which fails the program */
  linked?(name: string): void
  /** Called once the program has made all its requests. @throws any error, which fails the program so that nothing is destroyed */
  said(said: Said): void
  /** The reason why the program had to end. */
  readonly broken?: Failure | undefined
}

/** Wraps a run of a program in a watch. */
export function watched(run: RunningProgram, watch: Watch): RunningProgram {
  const program: Program = async (want, saying) => {
    let said: Said = { links: [], exports: valueMap() }
    watch.begin()
    await run.program(
      async (resource, how) => {
        watch.asked(resource)
        return await want(resource, how)
      },
      {
        ...saying,
        link: async (link) => {
          watch.linked?.(link.name)
          return await saying.link(link)
        },
        links: (links) => {
          said = { ...said, links }
          saying.links(links)
        },
        exports: (exports) => {
          said = { ...said, exports }
          saying.exports(exports)
        },
      },
    )
    watch.said(said)
  }
  return {
    program: (want, saying) =>
      program(want, saying).catch((thrown: unknown) => {
        // The program's own error after the refusal says less.
        throw watch.broken ?? thrown
      }),
    get failure() {
      return watch.broken ?? run.failure
    },
    close: () => run.close(),
  }
}

/** Notes the requests of a program. */
export class NotedAsks implements Watch {
  #asks = new Map<string, Tree>()
  #said: Said = { links: [], exports: valueMap() }

  begin(): void {
    this.#asks = new Map()
  }

  asked(resource: CheckedResource): void {
    this.#asks.set(resource.name, treeOf(askedValue(resource)))
  }

  said(said: Said): void {
    this.#said = said
  }

  noted(): PlannedAsks {
    const { links, exports } = this.#said
    const asks = Array.from(this.#asks, ([name, asked]) => ({ name, asked }))
    return { asks, links: namesOf(links), exports: treeOf(exports) }
  }
}

/**
 * Binds a program to its shown plan. A value that was unknown in the plan may now be anything. At any other difference the run ends before it makes
 * the change.
 */
export class BoundAsks implements Watch {
  readonly #planned: ReadonlyMap<string, Value>
  readonly #links: readonly string[]
  readonly #exports: Value
  #asked = new Set<string>()
  broken: Failure | undefined

  constructor({ asks, links, exports }: PlannedAsks) {
    this.#planned = new Map(asks.map(({ name, asked }) => [name, valueOf(asked)]))
    this.#links = links
    this.#exports = valueOf(exports)
  }

  begin(): void {
    this.#asked = new Set()
  }

  asked(resource: CheckedResource): void {
    // After the first difference, no further request belongs to the planned program.
    if (this.broken !== undefined) throw this.broken
    const { name } = resource
    this.#asked.add(name)
    const planned = this.#planned.get(name)
    if (planned === undefined) throw this.#other(`it asks for ${name}, which the plan does not have`)
    const where = differenceIn(planned, askedValue(resource), name)
    if (where !== undefined) throw this.#other(`${where} is not what the plan shows`)
  }

  linked(name: string): void {
    if (this.broken !== undefined) throw this.broken
    if (!this.#links.includes(name)) throw this.#other(`the plan shows other links: ${name}`)
  }

  said({ links, exports }: Said): void {
    if (this.broken !== undefined) throw this.broken
    const missing = [...this.#planned.keys()].filter((name) => !this.#asked.has(name))
    if (missing.length > 0) throw this.#other(`it no longer asks for ${missing.join(', ')}`)
    const [other] = new Set(this.#links).symmetricDifference(new Set(namesOf(links)))
    if (other !== undefined) throw this.#other(`the plan shows other links: ${other}`)
    const where = differenceIn(this.#exports, exports, '')
    if (where !== undefined) throw this.#other(`the export ${where.slice(1)} is not what the plan shows`)
  }

  #other(why: string): Failure {
    this.broken ??= new Failure('programs/other-than-planned', `the program differs from the plan: ${why}`, {
      hint: 'look at the change and make a new plan: slipway plan --out FILE',
    })
    return this.broken
  }
}

function namesOf(links: readonly CheckedLink[]): readonly string[] {
  return links.map(({ name }) => name)
}
/** Finds the place of the first difference: `page.spec.content`. An unknown value may be anything. */
function differenceIn(planned: Value, now: Value, at: string): string | undefined {
  if (isUnknown(planned) || (isSecret(planned) && isUnknown(planned.value))) return undefined
  if (isSecret(planned) || isSecret(now)) {
    if (!isSecret(planned) || !isSecret(now)) return at
    return differenceIn(planned.value, now.value, at)
  }
  if (isList(planned) && isList(now)) {
    if (planned.length !== now.length) return at
    return firstOf(planned.map((item, index) => () => differenceIn(item, now[index] ?? null, `${at}[${index}]`)))
  }
  if (isMap(planned) && isMap(now)) {
    const keys = [...new Set([...Object.keys(planned), ...Object.keys(now)])]
    return firstOf(
      keys.map(
        (key) => () =>
          Object.hasOwn(planned, key) && Object.hasOwn(now, key)
            ? differenceIn(planned[key] ?? null, now[key] ?? null, `${at}.${key}`)
            : `${at}.${key}`,
      ),
    )
  }
  return Object.is(planned, now) ? undefined : at
}

function firstOf(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look()
    if (found !== undefined) return found
  }
  return undefined
}
