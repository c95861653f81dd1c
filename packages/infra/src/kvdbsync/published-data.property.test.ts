import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Change, CommitOutcome, Entry, Values } from '../keyvalue/store.ts'
import { type Fate, HeldStore } from '../testing/held-store.ts'
import { Marker } from './marker.ts'
import { PublishedData } from './published-data.ts'

const keys = ['a', 'b', 'c'] as const
const marker = 'marker'

/** Events for a publisher. Texts are numbered, so that each names its call. */
type Act =
  | {
      readonly act: 'publish' | 'take back' | 'withdraw' | 'others put' | 'others delete'
      readonly key: (typeof keys)[number]
    }
  | { readonly act: 'end'; readonly fate: Fate }
  | { readonly act: 'tell' | 'arrive' | 'lose' | 'return' | 'empty' | 'save' | 'go back' | 'wait' }

const ofKeys = fc.record({
  act: fc.constantFrom('publish', 'take back', 'others put', 'others delete', 'withdraw'),
  key: fc.constantFrom(...keys),
})

function acts(fates: readonly Fate[], others: readonly Act['act'][]): fc.Arbitrary<readonly Act[]> {
  const ends = fc.record({ act: fc.constant('end'), fate: fc.constantFrom(...fates) })
  const rest = fc.record({ act: fc.constantFrom('tell', 'tell', 'lose', 'return', 'wait', ...others) })
  const act = fc.oneof(
    { weight: 6, arbitrary: ofKeys },
    { weight: 8, arbitrary: ends },
    { weight: 6, arbitrary: rest },
  ) as fc.Arbitrary<Act>
  return fc.array(act, { minLength: 1, maxLength: 60, size: 'max' })
}

/** The truth about one key, which the store knows and no publisher can see. */
interface Truth {
  /** The texts that calls asked for, oldest first. */
  calls: (string | undefined)[]
  /** How many of the calls have arrived in the store's present history. */
  arrived: number
  /** How many of the calls must not be made again, because they have arrived and the publisher can know that. */
  settled: number
  /** How many of the calls the publisher knows to have arrived. */
  answered: number
  /** True when another program wrote the present text. */
  isOthers: boolean
  /** True when others have written here since we did. */
  isTouched: boolean
  /** True when the store was emptied since we wrote here. */
  isEmptied: boolean
  /** After how many calls the publisher was told, or found out, that the key is no longer its own. */
  givenUp: number
  /** The number of calls after which nothing was wanted any more. Counts unless one of them had still to arrive. */
  withdrawn: number
}

function newTruth(): Map<string, Truth> {
  return new Map(
    keys.map((key) => [
      key,
      {
        calls: [],
        arrived: 0,
        settled: 0,
        answered: 0,
        isOthers: false,
        isTouched: false,
        isEmptied: false,
        givenUp: 0,
        withdrawn: 0,
      },
    ]),
  )
}

function ignore(): void {}

class World {
  readonly store = new HeldStore((changes) => this.#made(changes))
  readonly data: PublishedData
  readonly #timers: (() => void)[] = []
  /** How often each key had been called for when a commit was sent: the commit can carry no later call. */
  readonly #sent = new WeakMap<readonly Change[], ReadonlyMap<string, number>>()
  #truth = newTruth()
  #isConnected = true
  /** News that the watch has not reported yet. */
  #untold: (() => void)[] = []
  #saved: { readonly entries: ReadonlyMap<string, string>; readonly truth: ReadonlyMap<string, Truth> } | undefined
  /** Commits without an answer, by the marker that they write. */
  readonly #unanswered = new Map<string, readonly Change[]>()
  #lastMade: readonly Change[] | undefined
  readonly #broken: string[] = []
  #texts = 0
  #ids = 0

  constructor() {
    const observer = {
      emptied: ignore,
      wentBack: ignore,
      replaced: ignore,
      refused: ignore,
      overruled: (key: string) => {
        const truth = this.#of(key)
        if (!truth.isTouched) this.#broken.push(`${key} was given up, and nobody else has written it`)
        truth.givenUp = truth.calls.length
      },
    }
    const commitIf = (expected: Values, changes: readonly Change[]): Promise<CommitOutcome> => {
      this.#sent.set(changes, new Map(Array.from(this.#truth, ([key, { calls }]) => [key, calls.length])))
      return this.store.commitIf(expected, changes)
    }
    this.data = new PublishedData({ commitIf }, new Marker(marker, () => `${++this.#ids}`), observer, (work) => {
      this.#timers.push(work)
      return setTimeout(() => {}).unref()
    })
  }

  async do(act: Act): Promise<void> {
    this.#act(act)
    await new Promise(setImmediate)
  }

  /** Ends all faults, and lets the pending events and their consequences happen. */
  async settle(): Promise<void> {
    this.#lose()
    this.#return()
    for (let idle = 0; idle < 2; idle++) {
      this.store.arrive()
      for (const tell of this.#untold.splice(0)) tell()
      for (const work of this.#timers.splice(0)) work()
      if ((await this.store.drain()) > 0 || this.#untold.length > 0) idle = 0
    }
  }

  check(): void {
    assert.deepEqual(this.#broken, [])
    for (const key of keys) {
      const { calls, arrived, isOthers, givenUp, withdrawn } = this.#of(key)
      if (calls.length === 0) continue
      const held = this.store.entries.get(key)
      if (held === calls.at(-1)) continue
      const isOverruled = (arrived === calls.length && isOthers) || Math.max(givenUp, withdrawn) === calls.length
      assert.ok(isOverruled, `${key} holds ${held}, and ${calls.at(-1)} was published`)
    }
  }

  #act(act: Act): void {
    switch (act.act) {
      case 'publish':
        return this.#publish(act.key, `ours ${++this.#texts}`)
      case 'take back':
        return this.#publish(act.key, undefined)
      case 'withdraw': {
        const truth = this.#of(act.key)
        truth.withdrawn = truth.calls.length
        return this.data.withdraw(act.key)
      }
      case 'others put':
        return this.#others({ type: 'put', key: act.key, value: `others ${++this.#texts}` })
      case 'others delete':
        return this.#others({ type: 'delete', key: act.key })
      case 'end':
        return this.#end(act.fate)
      case 'tell':
        return this.#untold.shift()?.()
      case 'arrive':
        return this.store.arrive()
      case 'lose':
        return this.#lose()
      case 'return':
        return this.#return()
      case 'empty':
        return this.#empty()
      case 'save':
        return this.#save()
      case 'go back':
        return this.#goBack()
      case 'wait':
        return this.#timers.shift()?.()
    }
  }

  #end(fate: Fate): void {
    const commit = this.store.held.shift()
    if (commit === undefined) return
    const before = this.store.entries.get(marker)
    commit.end(fate)
    if (fate !== 'made') {
      for (const { key, ...change } of commit.changes)
        if (key === marker && 'value' in change) this.#unanswered.set(change.value, commit.changes)
      return
    }
    const found = commit.expected.get(marker) === before ? undefined : this.#unanswered.get(before ?? '')
    if (found !== undefined) this.#answer(found)
    if (commit.changes === this.#lastMade) this.#answer(commit.changes)
  }

  /** Takes note that the publisher knows that a commit was made. */
  #answer(changes: readonly Change[]): void {
    const calls = this.#sent.get(changes)
    for (const { key } of changes) if (key !== marker) this.#of(key).answered = calls?.get(key) ?? 0
  }

  #publish(key: string, text: string | undefined): void {
    this.#of(key).calls.push(text)
    this.data.publish(key, text).catch(() => {})
  }

  #others(change: Change): void {
    const truth = this.#of(change.key)
    if (change.type === 'delete' && !this.store.entries.has(change.key)) return
    truth.isOthers = true
    truth.isTouched = true
    // The publisher forgets a key that it took back and others use; it reports only their changes to its own values.
    if (truth.calls.at(-1) === undefined && truth.arrived === truth.calls.length) truth.givenUp = truth.arrived
    this.store.apply([change])
    this.#tell([change])
  }

  #lose(): void {
    this.#isConnected = false
    this.#untold = []
  }

  #return(): void {
    if (this.#isConnected) return
    this.#isConnected = true
    const entries: Entry[] = Array.from(this.store.entries, ([key, value]) => ({ key, value }))
    this.#untold.push(() => this.data.snapshot(entries))
  }

  #empty(): void {
    const gone = Array.from(this.store.entries.keys(), (key): Change => ({ type: 'delete', key }))
    for (const truth of this.#truth.values()) {
      truth.isEmptied = true
      // From here on nobody can know whether an unanswered value arrived, so it is sent once more.
      truth.settled = Math.min(truth.settled, truth.answered)
    }
    this.store.apply(gone)
    this.#tell(gone)
  }

  #save(): void {
    // A return to a point before the first marker counts as an emptied store.
    if (this.store.entries.has(marker))
      this.#saved = { entries: new Map(this.store.entries), truth: structuredClone(this.#truth) }
  }

  /** Brings the store back with its earlier data: every program loses the connection. */
  #goBack(): void {
    if (this.#saved === undefined) return
    this.#lose()
    this.store.dropLate()
    this.store.entries.clear()
    for (const [key, value] of this.#saved.entries) this.store.entries.set(key, value)
    for (const [key, { arrived, isOthers }] of this.#saved.truth) {
      const truth = this.#of(key)
      truth.arrived = arrived
      truth.answered = Math.min(arrived, truth.answered)
      truth.settled = truth.answered
      truth.isOthers = isOthers
      truth.isTouched ||= isOthers
    }
  }

  #tell(changes: readonly Change[]): void {
    if (!this.#isConnected) return
    for (const change of changes) this.#untold.push(() => this.data.told(change.key, textOf(change)))
  }

  /** Checks whether a commit of the publisher was allowed, once it is made. */
  #made(changes: readonly Change[]): void {
    this.#lastMade = changes
    for (const change of changes)
      if (change.key !== marker) this.#judge(change, this.#sent.get(changes)?.get(change.key) ?? 0)
    this.#tell(changes)
  }

  #judge(change: Change, calls: number): void {
    const { key } = change
    const truth = this.#of(key)
    const text = textOf(change)
    const held = this.store.entries.get(key)
    const call = truth.calls.slice(0, calls).lastIndexOf(text)
    if (call >= truth.settled) {
      truth.settled = call + 1
      truth.arrived = Math.max(truth.arrived, call + 1)
    } else if (held === text) return
    else if (text === undefined) assert.ok(!truth.isOthers, `${key} is another's, and was deleted`)
    else {
      assert.ok(truth.isEmptied, `${key}: ${text} was written a second time, and nothing was lost`)
      assert.equal(held, undefined, `${key}: ${text} was restored over something`)
      assert.equal(call, calls - 1, `${key}: ${text} is not what was published last`)
      assert.ok(truth.givenUp <= call, `${key}: ${text} was restored although another's was known to be newer`)
    }
    truth.isOthers = false
    truth.isTouched = false
    truth.isEmptied = false
  }

  #of(key: string): Truth {
    const truth = this.#truth.get(key)
    assert.ok(truth)
    return truth
  }
}

function textOf(change: Change): string | undefined {
  return change.type === 'put' ? change.value : undefined
}

async function holds(sequences: fc.Arbitrary<readonly Act[]>): Promise<void> {
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const world = new World()
    for (const act of sequence) await world.do(act)
    await world.settle()
    world.check()
    world.data.close(new Error('closed'))
  })
  await fc.assert(property, { numRuns: 1000 })
}

test('through any trouble of a store: others’ data stays, and published data is not lost', () =>
  holds(acts(['made', 'made', 'made', 'unmade', 'unanswered', 'late'], ['arrive', 'empty'])))

test('the same when a store loses its latest commits', () =>
  holds(acts(['made', 'made', 'made', 'unmade'], ['save', 'go back'])))
