import assert from 'node:assert/strict'
import { test } from '../../../../../test/cases.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import { upComposed, whole } from '../../testing/composed.ts'
import { ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import { Killed } from '../../testing/killed.ts'
import { numbers } from '../../testing/seeded-numbers.ts'

interface Wanted {
  readonly letters: string
  readonly pinned: string
  readonly provider?: string
  /** The resource's name on the previous day. */
  readonly former?: string
}

/** A simulated user who changes components from day to day. The engine is killed and the provider fails at random moments. */
class Life {
  readonly engine = new FakeEngine()
  readonly #seed: number
  readonly #number: () => number
  readonly #wanted = new Map<string, Wanted>([['web', { letters: 'ab', pinned: '1' }]])

  constructor(seed: number) {
    this.#seed = seed
    this.#number = numbers(seed)
  }

  async run(): Promise<void> {
    for (let day = 1; day <= 8; day++) {
      this.#change(day)
      for (let trouble = Math.floor(this.#number() * 3); trouble > 0; trouble--) await this.#trouble()
      await this.#goOn(day)
    }
  }

  #below(most: number): number {
    return Math.floor(this.#number() * most)
  }

  #change(day: number): void {
    for (const [name, { former: _, ...known }] of this.#wanted) this.#wanted.set(name, known)
    const names = [...this.#wanted.keys()]
    const name = names[this.#below(names.length)] ?? 'web'
    const wanted = this.#wanted.get(name) ?? { letters: 'a', pinned: '1' }
    switch (this.#below(7)) {
      case 0:
        this.#wanted.set(name, { ...wanted, pinned: String(this.#below(3)) })
        break
      case 1:
      case 2: {
        const letters = 'abcde'
          .split('')
          .filter(() => this.#number() < 0.5)
          .join('')
        this.#wanted.set(name, { ...wanted, letters: letters || 'z' })
        break
      }
      case 3: {
        const { provider, ...rest } = wanted
        this.#wanted.set(name, provider === undefined ? { ...rest, provider: 'west' } : rest)
        break
      }
      case 4:
        this.#wanted.delete(name)
        this.#wanted.set(`named${day}`, { ...wanted, former: name })
        break
      case 5:
        this.#wanted.set(`more${day}`, { letters: 'xy', pinned: '1' })
        break
      default:
        if (names.length > 1) this.#wanted.delete(name)
    }
  }

  #resources(): Record<string, ResourceDraft> {
    const wholes = Array.from(this.#wanted, ([name, { letters, pinned, provider, former }]) => {
      const options = {
        ...(provider !== undefined && { provider }),
        ...(former !== undefined && { aliases: [former] }),
      }
      return [name, whole(letters, { options }, pinned)] as const
    })
    const [read = ''] = this.#wanted.keys()
    return { ...Object.fromEntries(wholes), app: { spec: { value: ref(`${read}.spec.echo`) } } }
  }

  /** Runs an `up`, and checks that it destroys nothing that its plan did not show. */
  async #up(interfere?: (count: number, effect: boolean) => void) {
    const going = new Set<string>()
    let count = 0
    this.engine.cloud.interfere = ({ method, name, resourceId = '', effect }) => {
      if (method === 'Destroy' && !effect) assert.ok(going.has(resourceId), this.#said(`${name} was destroyed unseen`))
      if (method === 'Deploy' || method === 'Destroy') interfere?.(++count, effect)
    }
    const onPlan = (plan: Plan): void => {
      for (const { action, current } of plan.steps)
        if ((action === 'delete' || action === 'replace') && current !== undefined) going.add(current.id)
    }
    const settle = await this.#verdicts()
    return await upComposed(this.engine, this.#resources(), { onPlan, ...(settle.size > 0 && { settle }) })
  }

  /** Gives the user's answers about creates in doubt that the provider cannot answer. */
  async #verdicts() {
    const { resources = [], intents = [] } = (await this.engine.state()) ?? {}
    const begun = intents.flatMap(({ action, resource }) => (action === 'create' ? [resource] : []))
    const doubtful = resources.filter(
      ({ doubtSince, status }) => doubtSince !== undefined && status.startsWith('creat'),
    )
    const asked = [...begun, ...doubtful].filter(({ type }) => type === 'fake/ask')
    return new Map(
      asked.map(({ id }) => {
        const found = this.engine.cloud.things.get(id)?.spec['id']
        return [id, typeof found === 'string' ? (`exists:${found}` as const) : 'missing'] as const
      }),
    )
  }

  async #trouble(): Promise<void> {
    const at = 1 + this.#below(10)
    const isKilled = this.#number() < 0.7
    await this.#up((count, effect) => {
      if (count < at) return
      if (isKilled) throw new Killed()
      if (count === at) throw fakeFailure({ refused: !effect, inDoubt: effect })
    }).catch((thrown: unknown) => {
      if (!(thrown instanceof Killed)) throw thrown
    })
  }

  /** Checks that after at most a few runs everything is as wanted, and recorded. */
  async #goOn(day: number): Promise<void> {
    let failed: readonly string[] = []
    for (let run = 0; run < 4; run++) {
      const { result } = await this.#up()
      failed = result.failures.flatMap(({ name, reasons }) => `${name}: ${reasons.join()}`)
      if (result.outcome === 'succeeded') break
    }
    assert.deepEqual(failed, [], this.#said(`day ${day}`))
    const { plan } = await this.#up()
    assert.deepEqual(actions(plan), [], this.#said(`day ${day} has no end`))
    const { resources = [] } = (await this.engine.state()) ?? {}
    const parts = Array.from(this.#wanted, ([name, { letters }]) => [
      name,
      ...letters.split('').map((one) => `${name}:${one}`),
    ])
    assert.deepEqual(
      resources.map(({ name }) => name).toSorted(),
      ['app', ...parts.flat()].toSorted(),
      this.#said('names'),
    )
    const ids = resources.flatMap(({ id, type }) => (type === 'fake/whole' ? [] : [id]))
    assert.deepEqual([...this.engine.cloud.things.keys()].toSorted(), ids.toSorted(), this.#said('things'))
    const names = new Map(resources.map(({ id, name }) => [id, name]))
    for (const { name, madeFor } of resources)
      if (madeFor !== undefined) assert.equal(name.split(':')[0], names.get(madeFor.id), this.#said(name))
    assert.deepEqual(this.engine.cloud.madeTwice, [], this.#said('made twice'))
  }

  #said(what: string): string {
    return `seed ${this.#seed}: ${what}`
  }
}

for (const [first, last] of [
  [1, 8],
  [9, 40],
] as const)
  test(`components keep their parts through lives ${first} to ${last} of changes, failures and kills`, async () => {
    for (let seed = first; seed <= last; seed++) await new Life(seed).run()
  })
