import { Failure, isList, isMap, isSecret, isUnknown, type Value } from '@slipway/model'
import type { Asked, Watch } from '../inline/resources.ts'
import { type Tree, treeOf, valueOf } from '../stack-files/value-tree.ts'

/** The requests of a program when its plan was shown, as they lie in a saved plan. */
export interface PlannedAsks {
  readonly asks: readonly { readonly name: string; readonly asked: Tree }[]
  readonly exports: readonly (readonly [string, Tree?])[]
}

/** Writes down what a program asks for. */
export class NotedAsks implements Watch {
  #asks = new Map<string, Tree>()
  #exports: PlannedAsks['exports'] = []

  begin(): void {
    this.#asks = new Map()
  }

  asked(asked: Asked): void {
    this.#asks.set(asked.name, treeOf(valueIn(asked)))
  }

  said(exports: ReadonlyMap<string, Value | undefined>): void {
    this.#exports = Array.from(exports, ([name, value]) => (value === undefined ? [name] : [name, treeOf(value)]))
  }

  noted(): PlannedAsks {
    return { asks: Array.from(this.#asks, ([name, asked]) => ({ name, asked })), exports: this.#exports }
  }
}

/** Holds a program to what was shown: what was not known then may be anything, all else is as it was, or the run ends before it is done. */
export class BoundAsks implements Watch {
  readonly #planned: ReadonlyMap<string, Value>
  readonly #exports: ReadonlyMap<string, Value | undefined>
  #asked = new Set<string>()
  #broken: Failure | undefined

  constructor({ asks, exports }: PlannedAsks) {
    this.#planned = new Map(asks.map(({ name, asked }) => [name, valueOf(asked)]))
    this.#exports = new Map(exports.map(([name, tree]) => [name, tree === undefined ? undefined : valueOf(tree)]))
  }

  begin(): void {
    this.#asked = new Set()
  }

  asked(asked: Asked): void {
    // After the first difference, nothing that it asks for belongs to the planned program.
    if (this.#broken !== undefined) throw this.#broken
    this.#asked.add(asked.name)
    const planned = this.#planned.get(asked.name)
    if (planned === undefined) throw this.#other(`it asks for ${asked.name}, which the plan does not have`)
    const where = differenceIn(planned, valueIn(asked), asked.name)
    if (where !== undefined) throw this.#other(`${where} is not what the plan shows`)
  }

  said(exports: ReadonlyMap<string, Value | undefined>): void {
    if (this.#broken !== undefined) throw this.#broken
    const missing = [...this.#planned.keys()].filter((name) => !this.#asked.has(name))
    if (missing.length > 0) throw this.#other(`it no longer asks for ${missing.join(', ')}`)
    for (const name of new Set([...exports.keys(), ...this.#exports.keys()])) {
      const [planned, now] = [this.#exports.get(name), exports.get(name)]
      if (planned === undefined && now === undefined && exports.has(name) === this.#exports.has(name)) continue
      const isOther = planned === undefined || now === undefined || differenceIn(planned, now, name) !== undefined
      if (isOther) throw this.#other(`the export ${name} is not what the plan shows`)
    }
  }

  #other(why: string): Failure {
    this.#broken ??= new Failure('programs/other-than-planned', `the program is not what was planned: ${why}`, {
      hint: 'look at the change and make a new plan: slipway plan --out FILE',
    })
    return this.#broken
  }
}

/** As one value, without what is `undefined`. The order of what it depends on means nothing. */
function valueIn({ type, spec, beside, options, dependsOn, labels = {}, removalPolicy = 'delete' }: Asked): Value {
  return { type, spec, beside, options, dependsOn: dependsOn.toSorted(), labels, removalPolicy }
}

/** The place of the first difference: `page.spec.content`. An unknown value may be anything. */
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
