import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isList } from '@slipway/model'
import { memoryStore, type StateStore } from '@slipway/stores'
import { existenceOf } from '../reality/recorded/life-cycle.ts'
import type { BlueprintDraft, ResourceDraft } from '../testing/fake-blueprint.ts'
import { ref } from '../testing/fake-blueprint.ts'
import { type CloudCall, FakeCloud, fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine, withCommits } from '../testing/fake-engine.ts'
import { Killed } from '../testing/killed.ts'

/** A random resource: the earlier resources that it needs, its type, and its change in the second blueprint. */
interface Shape {
  readonly needs: readonly number[]
  readonly type: string
  readonly changes: 'no' | 'value' | 'pinned' | 'gone'
}

const types = ['fake/find', 'fake/repeatable', 'fake/exclusive', 'fake/picky']

const shapes = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat(20), { maxLength: 3 }),
      type: fc.constantFrom(...types),
      changes: fc.constantFrom('no', 'value', 'pinned', 'gone' as const),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list): Shape[] =>
    list.map((shape, index) => ({
      ...shape,
      needs: index === 0 ? [] : [...new Set(shape.needs.map((need) => need % index))],
    })),
  )

/** Versions 1 and 2 of a blueprint. The second version lacks some resources, and nothing in it refers to them. */
function blueprint(list: readonly Shape[], version: 1 | 2): BlueprintDraft {
  const isThere = (index: number): boolean => version === 1 || list[index]?.changes !== 'gone'
  const resources: Record<string, ResourceDraft> = {}
  for (const [index, { needs, type, changes }] of list.entries()) {
    if (!isThere(index)) continue
    resources[`r${index}`] = {
      type,
      spec: {
        value: changes === 'value' ? `v${version}` : 'same',
        pinned: changes === 'pinned' ? `p${version}` : 'same',
        inputs: needs.filter(isThere).map((need) => ref(`r${need}.spec.id`)),
      },
    }
  }
  return { resources }
}

/** Random faults, drawn from a row of numbers so that a failing run can be repeated. */
class Fate {
  readonly #numbers: readonly number[]
  #next = 0
  #moments = 0
  readonly #killAt: number
  isKilled = false

  constructor(numbers: readonly number[], killAt: number) {
    this.#numbers = numbers
    this.#killAt = killAt
  }

  /** Passes one more moment at which the engine may be killed. After a kill, every call fails. */
  moment(): void {
    if (++this.#moments === this.#killAt) this.isKilled = true
    if (this.isKilled) throw new Killed('killed')
  }

  call({ effect }: CloudCall): void {
    this.moment()
    const number = this.#numbers[this.#next++ % Math.max(1, this.#numbers.length)] ?? 100
    if (number < 3) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT' })
    if (number < 6 && !effect) throw fakeFailure({ pluginErrorCode: 'TRANSIENT' })
    if (number < 9) throw fakeFailure({ inDoubt: true })
  }
}

function mortalStore(store: StateStore, fate: Fate): StateStore {
  return withCommits(store, async (lease, changes) => {
    fate.moment()
    await store.commit(lease, changes)
    fate.moment()
  })
}

/** Finds things that were made before their dependencies existed, and things that were destroyed while something still used them. */
function watchOrder(cloud: FakeCloud, draft: BlueprintDraft, list: readonly Shape[]): string[] {
  const mistakes: string[] = []
  cloud.interfere = ({ method, name, resourceId, effect }) => {
    if (effect) return
    if (method === 'Deploy') {
      const needs = list[Number(name.slice(1))]?.needs.map((need) => `r${need}`) ?? []
      const wanted = needs.filter((need) => draft.resources?.[need] !== undefined)
      if (wanted.some((need) => cloud.named(need).length === 0)) mistakes.push(`${name} was made too early`)
    }
    // A resource of a type that cannot exist twice is destroyed while others still know its id, and the same may happen to its dependents.
    const isExempt = list.some((shape) => shape.type === 'fake/exclusive' && shape.changes !== 'no')
    if (method === 'Destroy' && !isExempt && users(cloud, resourceId).length > 0) {
      mistakes.push(`${name} was destroyed too early`)
    }
  }
  return mistakes
}

function users({ things }: FakeCloud, resourceId = ''): unknown[] {
  const id = things.get(resourceId)?.spec['id']
  return [...things.values()].filter(
    ({ spec: { inputs } }) => id !== undefined && isList(inputs) && inputs.includes(id),
  )
}

async function mortalUp(engine: FakeEngine, draft: BlueprintDraft | undefined, fate: Fate): Promise<void> {
  engine.cloud.interfere = (call) => fate.call(call)
  const store = mortalStore(engine.store, fate)
  const ports = engine.ports({ failpoint: () => fate.moment() })
  try {
    const operation = draft === undefined ? ('destroy' as const) : ('up' as const)
    await engine.up(draft, { run: { store, ports, parallelism: 3 }, plan: { operation } })
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown
  }
  engine.cloud.interfere = () => undefined
}

function names(draft: BlueprintDraft): string[] {
  return Object.keys(draft.resources ?? {}).toSorted()
}

async function assertAllKnown(engine: FakeEngine): Promise<void> {
  const state = await engine.state()
  const known = new Set([
    ...(state?.resources ?? []).map(({ id }) => id),
    ...(state?.intents ?? []).map(({ resource }) => resource.id),
  ])
  for (const [id, { name }] of engine.cloud.things) assert.ok(known.has(id), `${name} (${id}) is lost`)
}

const faults = fc.array(fc.nat(60), { minLength: 5, maxLength: 30 })
const kills = fc.array(fc.nat(60), { minLength: 1, maxLength: 4 })

test('a run that fails or is killed at any moment loses nothing, creates nothing twice, and is completed by the next run', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, faults, kills, async (list, numbers, killAt) => {
      const engine = new FakeEngine(new FakeCloud(), memoryStore())
      const [first, second] = [blueprint(list, 1), blueprint(list, 2)]
      for (const [round, kill] of killAt.entries()) {
        await mortalUp(engine, round % 2 === 0 ? first : second, new Fate(numbers, kill))
        await assertAllKnown(engine)
      }
      const mistakes = watchOrder(engine.cloud, second, list)
      const { result } = await engine.up(second)
      assert.deepEqual(result.failures, [])
      assert.equal(result.outcome, 'succeeded')
      assert.deepEqual(engine.cloud.names(), names(second))
      assert.deepEqual(engine.cloud.madeTwice, [])
      const state = await engine.state()
      assert.deepEqual(state?.intents, [])
      // An interrupted create that is no longer wanted may still take effect, as far as anybody knows, so its record stays.
      const there = state?.resources.filter((record) => existenceOf(record) !== 'doubtful')
      assert.deepEqual(there?.map(({ id }) => id).toSorted(), [...engine.cloud.things.keys()].toSorted())
      await mortalUp(engine, undefined, new Fate(numbers, killAt[0] ?? 1))
      await assertAllKnown(engine)
      const more = watchOrder(engine.cloud, second, list)
      await engine.destroy()
      assert.deepEqual([...mistakes, ...more], [])
      assert.equal(engine.cloud.things.size, 0)
    }),
    { numRuns: 60 },
  )
})

test('a first deployment killed at any moment is completed by the next run', async () => {
  const draft: BlueprintDraft = { resources: { db: {}, web: { spec: { value: ref('db.spec.id') } } } }
  for (let moment = 1; moment < 40; moment++) {
    const engine = new FakeEngine()
    await mortalUp(engine, draft, new Fate([], moment))
    await assertAllKnown(engine)
    const { result } = await engine.up(draft)
    assert.equal(result.outcome, 'succeeded', `killed at moment ${moment}`)
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
    assert.deepEqual(engine.cloud.madeTwice, [])
  }
})

test('a create in doubt stays in doubt if its repetition never reached the provider, and is settled if that was refused', async () => {
  const draft: BlueprintDraft = { resources: { db: {} } }
  const doubts = async (unsent: boolean): Promise<readonly string[]> => {
    const engine = new FakeEngine()
    const failing = (details: Parameters<typeof fakeFailure>[0]) => {
      engine.cloud.interfere = ({ method }) => {
        if (method === 'Deploy') throw fakeFailure(details)
      }
    }
    failing({ inDoubt: true })
    await engine.up(draft)
    failing({ refused: true, unsent })
    await engine.up(draft)
    return (await engine.state())?.resources.map(existenceOf) ?? []
  }
  assert.deepEqual(await doubts(true), ['doubtful'])
  assert.deepEqual(await doubts(false), ['none'])
})
