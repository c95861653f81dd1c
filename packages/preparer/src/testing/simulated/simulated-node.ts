import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PluginContext } from '@slipway/agent'
import type { Occasion } from '../../hooks/hook.ts'
import type { HookEnd, RunHook } from '../../hooks/run-hook.ts'
import { Layout } from '../../install/layout.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import type { HookMoment } from '@slipway/model'
import type { Clock } from '../../records/clock.ts'
import { Preparer } from '../../node/preparer.ts'
import { authPolicy, type AuthPolicy } from '../../policies/policy.ts'
import { Mortal } from './mortal.ts'
import type { HookEnding, Traits } from './plan.ts'
import { SimulatedMachine, type Troubles } from './simulated-machine.ts'
import { SimulatedStore } from './simulated-store.ts'
import { VirtualClock } from './virtual-clock.ts'

/** A run of a hook: its input, and its view of the node. */
export interface HookRun {
  readonly hook: string
  readonly moment: HookMoment
  readonly pod: string
  readonly attempt: number
  readonly deploy: string
  readonly hash: string
  /** The result of {@link SimulatedMachine.runningOf}. */
  readonly running: readonly string[]
  readonly hasHome: boolean
}

export interface Character {
  readonly traits: (hash: string) => Traits
  readonly troubles: (version: string) => Troubles
  /** The ending of the next run of a hook. */
  readonly ending: () => HookEnding
}

/** A node whose processes, hooks, store and time are simulated; its files are real. Its preparer can die at any call. */
export class SimulatedNode {
  readonly layout: Layout
  readonly clock = new VirtualClock()
  readonly store = new SimulatedStore()
  readonly machine: SimulatedMachine
  readonly runs: HookRun[] = []
  readonly #root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'slipway-simulated-'))
  readonly #journal = new SimulatedStore()
  readonly #character: Character
  #life = new Mortal()
  #preparer: Preparer | undefined
  #ids = 0

  constructor(character: Character) {
    this.#character = character
    this.layout = new Layout(this.#root)
    this.layout.prepare()
    this.machine = new SimulatedMachine(character.troubles)
  }

  get life(): Mortal {
    return this.#life
  }

  /** Starts another preparer if the one before is dead, or there was none. */
  async live(): Promise<void> {
    if (this.#preparer !== undefined && !this.#life.isDead) return
    rmSync(this.layout.claim, { force: true })
    const life = (this.#life = new Mortal())
    const clock = life.clock(this.clock)
    const store = this.store.seenBy(life)
    const journal = this.#journal.seenBy(life)
    const preparer = (this.#preparer = new Preparer(
      {
        node: 'week',
        layout: this.layout,
        env: {},
        ids: { next: () => String((this.#ids += 1)).padStart(12, '0') },
        clock,
        random: () => 0.5,
        supervisor: this.machine.supervisor(life),
        runHook: this.#runHook(life, clock),
      },
      { store, journal, policy: this.#policy() },
    ))
    void this.#begin(preparer)
    await this.#rest()
  }

  async #begin(preparer: Preparer): Promise<void> {
    await preparer.init(context)
    preparer.afterInit(context)
  }

  /** Passes a number of moments at which something is due. */
  async pass(moments: number): Promise<void> {
    for (let moment = 0; moment < moments; moment++) {
      await this.live()
      this.clock.advance()
      await this.#rest()
    }
  }

  async restart(): Promise<void> {
    await this.end()
    await this.live()
  }

  /** Ends the preparer without a kill, unless it dies on the way. */
  async end(): Promise<void> {
    const closed = new AbortController()
    void this.#preparer?.close().finally(() => closed.abort())
    while (!closed.signal.aborted && !this.#life.isDead) {
      await this.#rest()
      this.clock.advance()
    }
    this.#preparer = undefined
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true })
  }

  /** Waits until all work that needs no time is done. */
  async #rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
  }

  #runHook(life: Mortal, clock: Clock): RunHook {
    return (_around, _run, hook, _installed, occasion) =>
      life.call(async () => {
        this.#tell(hook.manifest.id, occasion)
        const ending = this.#character.ending()
        if (ending === 'hangs') await clock.sleep(500)
        return ends[ending]
      })
  }

  #tell(hook: string, { moment, pod, attempt, deploy }: Occasion): void {
    if (pod === undefined) return
    const running = this.machine.runningOf(pod.id)
    const hasHome = existsSync(this.layout.home('pod', pod.id))
    this.runs.push({ hook, moment, pod: pod.id, attempt, deploy, hash: pod.hash, running, hasHome })
  }

  #policy(): AuthPolicy {
    const { traits } = this.#character
    return {
      name: 'simulated-policy',
      provides: [authPolicy],
      version: '1',
      init() {},
      close() {},
      authorise: ({ hash, body }: Manifest) => objection(body.hook !== undefined || traits(hash).isAuthorised),
      verify: ({ hash, body }: Manifest) => objection(body.hook !== undefined || traits(hash).isVerified),
      authoriseTask: () => undefined,
    }
  }
}

function objection(isGood: boolean): string | undefined {
  return isGood ? undefined : 'it is on the list'
}

const ends: Readonly<Record<HookEnding, HookEnd>> = {
  good: { exit: 0, output: '' },
  fails: { exit: 3, problem: 'exit code 3', output: 'no' },
  hangs: { exit: null, problem: 'not finished within 0.5 s', output: '' },
  garbage: { exit: null, problem: 'signal SIGKILL', output: '\0\x1b[2J{"call":' },
}

/** A context without an agent. */
const context: PluginContext = {
  phase: 'init',
  signal: new AbortController().signal,
  agent: undefined as never,
  use: (dependency: unknown): never => dependency as never,
  report() {},
}
