import assert from 'node:assert/strict'
import { describe, test } from '../../../../../test/cases.ts'
import { type BlueprintDraft, fakeResource, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { Killed } from '../../testing/killed.ts'
import { numbers } from '../../testing/seeded-numbers.ts'

interface Wanted {
  readonly goesFirst: boolean
  readonly pinned: number
  readonly value: number
  readonly container?: string
  /** True if the resource is given the id of its container; otherwise it only names its container. */
  readonly isTold: boolean
}

const names = ['a', 'b', 'c', 'd', 'e']

/** A simulated user of things that are inside other things. A thing goes with its container, even if nobody knows of it. */
class Life {
  readonly engine = new FakeEngine()
  readonly #number: () => number
  readonly #isProgram: boolean
  readonly #wanted = new Map<string, Wanted>()
  /** The number of pins so far. A thing with a new pin is another thing, which may be in another container. */
  #pins = 0
  /** The resource id of the container in which a thing was made, by resource id of the thing. */
  readonly #inside = new Map<string, string>()
  /** Ids of things that were gone with their container. */
  readonly #gone = new Set<string>()

  constructor(seed: number, isProgram: boolean) {
    this.#number = numbers(seed)
    this.#isProgram = isProgram
    for (const name of names.slice(0, 4)) this.#wanted.set(name, this.#some(name))
  }

  async run(): Promise<void> {
    for (let day = 0; day < 8; day++) {
      for (let edits = this.#below(3); edits >= 0; edits--) this.#edit()
      for (let trouble = this.#below(3); trouble > 0; trouble--) await this.#trouble()
      await this.#up()
      await this.#up()
      await this.#check(day)
    }
  }

  #below(most: number): number {
    return Math.floor(this.#number() * most)
  }

  /** Makes a wanted resource, mostly inside an earlier one. */
  #some(name: string): Wanted {
    const earlier = names.slice(0, names.indexOf(name)).filter((one) => this.#wanted.has(one))
    const container = this.#number() < 0.8 ? earlier[this.#below(earlier.length)] : undefined
    return {
      goesFirst: this.#number() < 0.4,
      pinned: ++this.#pins,
      value: 0,
      isTold: this.#number() < 0.5,
      ...(container !== undefined && { container }),
    }
  }

  #edit(): void {
    const name = names[this.#below(names.length)] ?? 'a'
    const wanted = this.#wanted.get(name)
    if (wanted === undefined) this.#wanted.set(name, this.#some(name))
    else this.#change(name, wanted)
  }

  #change(name: string, wanted: Wanted): void {
    const kind = this.#below(12)
    if (kind < 6) this.#wanted.set(name, { ...wanted, pinned: ++this.#pins })
    else if (kind < 8) this.#wanted.set(name, { ...wanted, value: wanted.value + 1 })
    else if (kind < 10) this.#move(name, wanted)
    else if (names.indexOf(name) > 1) this.#remove(name)
  }

  /** Moves a thing to another container. A thing that has the id of its container in a property moves in place. */
  #move(name: string, wanted: Wanted): void {
    const { container } = this.#some(name)
    if (container !== undefined && wanted.isTold && wanted.container !== undefined)
      this.#wanted.set(name, { ...wanted, container })
  }

  /** Removes a resource. Its members have to be made anew elsewhere, because naming another container does not move them. */
  #remove(name: string): void {
    this.#wanted.delete(name)
    for (const [other, { container, ...rest }] of this.#wanted)
      if (container === name) this.#wanted.set(other, { ...rest, pinned: ++this.#pins })
  }

  #resources(): Record<string, ResourceDraft> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const wanted = this.#wanted.get(name)
        if (wanted === undefined) return []
        const { goesFirst, pinned, value, container, isTold } = wanted
        const told = isTold && container !== undefined ? { zone: ref(`${container}.spec.id`) } : {}
        const resource: ResourceDraft = {
          type: goesFirst ? 'fake/exclusive' : 'fake/find',
          spec: { pinned: `${name}${pinned}`, value: `${value}`, ...told },
          ...(container !== undefined && { options: { deletedWith: container } }),
        }
        return [[name, resource] as const]
      }),
    )
  }

  async #up(interfere?: (count: number, effect: boolean) => void): Promise<void> {
    const { cloud, clock } = this.engine
    let count = 0
    clock.time += 1000
    cloud.interfere = ({ method, name, resourceId = '', effect }) => {
      if (method !== 'Deploy' && method !== 'Destroy') return
      if (method === 'Deploy' && this.#gone.has(resourceId)) throw new Error(`${name} is changed, and was gone`)
      if (effect) this.#note(method, name, resourceId)
      interfere?.(++count, effect)
    }
    const draft: BlueprintDraft = { resources: this.#resources() }
    await (this.#isProgram ? this.#program(draft) : this.engine.up(draft))
  }

  async #program({ resources = {} }: BlueprintDraft): Promise<unknown> {
    return await this.engine.program(async (want) => {
      for (const [name, draft] of Object.entries(resources)) await want(fakeResource(name, draft))
    })
  }

  #note(method: string, name: string, id: string): void {
    const { things } = this.engine.cloud
    if (method === 'Destroy') return this.#takeAlong(id)
    const { container, isTold } = this.#wanted.get(name) ?? {}
    const isMoved = isTold === true && this.#inside.has(id)
    if (container === undefined || (this.#inside.has(id) && !isMoved)) return
    const zone = things.get(id)?.spec['zone']
    const found = things
      .entries()
      .filter(([, thing]) => thing.name === container && (!isTold || thing.spec['id'] === zone))
    const [at] = [...found].at(-1) ?? []
    if (at !== undefined) this.#inside.set(id, at)
  }

  #takeAlong(id: string): void {
    for (const [inner, at] of this.#inside) {
      if (at !== id) continue
      this.#inside.delete(inner)
      this.#gone.add(inner)
      this.engine.cloud.things.delete(inner)
      this.#takeAlong(inner)
    }
  }

  async #trouble(): Promise<void> {
    const at = this.#below(12)
    const isKilled = this.#number() < 0.5
    const isLate = this.#number() < 0.5
    try {
      await this.#up((count, effect) => {
        if (count !== at || (isKilled && effect !== isLate)) return
        if (isKilled) throw new Killed()
        if (!effect) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
      })
    } catch (thrown) {
      if (!(thrown instanceof Killed)) throw thrown
    }
  }

  async #check(day: number): Promise<void> {
    const { cloud } = this.engine
    const wanted = [...this.#wanted.keys()].toSorted()
    assert.deepEqual(cloud.names(), wanted, `day ${day}: the things`)
    const state = await this.engine.state()
    const rows = state?.resources.filter(({ id }) => cloud.things.has(id)).map(({ name }) => name)
    assert.deepEqual(rows?.toSorted(), wanted, `day ${day}: the records`)
    assert.equal(state?.resources.length, wanted.length, `day ${day}: all records`)
    cloud.calls.length = 0
    await this.#up()
    assert.deepEqual(
      cloud.calls.filter((call) => call.startsWith('De')),
      [],
      `day ${day}: once more`,
    )
  }
}

const first = Number(process.env['SLIPWAY_INSIDE_SEED'] ?? 1)
const asked = process.env['SLIPWAY_INSIDE_RUNS']
const amounts = asked === undefined ? [15, 60] : [Number(asked)]

for (const [way, isProgram] of [
  ['a blueprint', false],
  ['a program', true],
] as const)
  /** To run more cases: SLIPWAY_INSIDE_SEED=1000 SLIPWAY_INSIDE_RUNS=10000. */
  describe(`no member is lost or forgotten in ${way}`, () => {
    for (const runs of amounts)
      test(`in ${runs} lives from seed ${first}`, async () => {
        for (let seed = first; seed < first + runs; seed++) {
          await new Life(seed, isProgram).run().catch((thrown: unknown) => {
            throw new Error(`seed ${seed}`, { cause: thrown })
          })
        }
      })
  })
