import { run, type Ended } from '../../../ledger/command.ts'
import { processesWith } from '../../../ledger/world.ts'
import { type Random, randomOf } from '../../../soak/random.ts'
import { type Kill, killedRun, randomKill } from './kill.ts'
import { makeTrial, type Page, type Trial } from './trial.ts'
import { changedPages, randomPages, type Wanted } from './wanted.ts'

export interface Verdict {
  readonly seed: number
  readonly kills: readonly string[]
  /** The problems; usually none. */
  readonly wrong: readonly string[]
}

/** Deploys a random program, changes it, and destroys its resources, with a kill each time; compares the state with reality. */
export async function oneRun(seed: number, changes = 2): Promise<Verdict> {
  const life = new Life(makeTrial(), randomOf(seed))
  try {
    await life.live(changes)
  } catch (error) {
    life.wrong.push(`the run itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  return { seed, kills: life.kills, wrong: life.end() }
}

interface Row {
  readonly name: string
  readonly id: string
  readonly status: string
  /** The time in milliseconds since when its existence is in doubt. */
  readonly doubtSince?: number
  readonly spec: Readonly<Record<string, unknown>>
}

class Life {
  readonly kills: string[] = []
  readonly wrong: string[] = []
  readonly #trial: Trial
  readonly #random: Random
  readonly #secrets = new Set<string>()

  constructor(trial: Trial, random: Random) {
    this.#trial = trial
    this.#random = random
  }

  async live(changes: number): Promise<void> {
    let wanted = randomPages(this.#random)
    await this.#reach('up', wanted, [])
    for (let change = 0; change < changes && this.wrong.length === 0; change++) {
      const before = wanted
      wanted = changedPages(wanted, this.#random)
      await this.#reach('up', wanted, before)
    }
    if (this.wrong.length === 0) await this.#reach('destroy', [], [])
  }

  end(): readonly string[] {
    if (this.wrong.length === 0) {
      this.#trial.remove()
      return []
    }
    return [...this.wrong, `it is kept in ${this.#trial.folder}`]
  }

  /** Reaches the goal after any trouble on the way. */
  async #reach(command: 'up' | 'destroy', wanted: readonly Wanted[], before: readonly Wanted[]): Promise<void> {
    const trial = this.#trial
    for (const { pin } of wanted) if (pin !== undefined) this.#secrets.add(pin)
    const pages = trial.pages()
    trial.write(wanted)
    const kill = randomKill(this.#random, command)
    const ended = await killedRun(trial, [command, '--yes'], kill)
    this.kills.push(`${command}: ${JSON.stringify(kill)} (exit ${ended?.code ?? ended?.signal ?? 'none'})`)
    if (ended === undefined) this.wrong.push('it did not end')
    await this.#noneLeft()
    await this.#heal(command, kill)
    if (this.wrong.length > 0) return
    this.wrong.push(...compared(wanted, trial.pages()), ...replacedInVain(pages, trial.pages(), before, wanted))
    const plain = trial.secretsIn([...this.#secrets])
    if (plain.length > 0) this.wrong.push(`in plain text: ${plain.join(', ')}`)
    if (this.wrong.length === 0 && command === 'up') await this.#nothingToDo()
  }

  async #noneLeft(): Promise<void> {
    const left = await processesWith(this.#trial.mark, 30_000)
    if (left.length > 0) this.wrong.push(`processes left: ${left.join('; ')}`)
  }

  /** Runs without a kill, and once more when a doubt needs the user's verdict. */
  async #heal(command: 'up' | 'destroy', kill: Kill): Promise<void> {
    let ended: Ended | undefined
    let settled: readonly string[] = []
    for (let round = 0; round < 3; round++) {
      ended = await run(this.#trial, [command, '--yes', ...settled])
      await this.#noneLeft()
      settled = this.#verdicts(await this.#rows())
      if (ended.code === 0 && settled.length === 0) return
    }
    const said = `after ${JSON.stringify(kill)} ${command} ${settled.join(' ')} exits with ${ended?.code}`
    this.wrong.push(said, (ended?.stderr ?? '').slice(-2_000))
  }

  async #rows(): Promise<readonly Row[]> {
    const { code, stdout, stderr } = await run(this.#trial, ['state', 'export', '--show-secrets'])
    if (code !== 0) throw new Error(`the state cannot be read: ${stderr}`)
    const { resources } = JSON.parse(stdout) as { readonly resources: readonly Row[] }
    return resources
  }

  /** Verdicts on the doubts, for which a user looks at the service. */
  #verdicts(rows: readonly Row[]): readonly string[] {
    const known = new Set(rows.map(({ spec }) => spec['id']))
    const unknown = this.#trial.pages().filter(({ id }) => !known.has(id))
    return rows.flatMap(({ name, id, status, doubtSince }) => {
      // A create that failed need not be in doubt.
      if (status !== 'create-interrupted' && (status !== 'create-failed' || doubtSince === undefined)) return []
      // When two entries share a name, the type stands beside the name.
      const page = pageOf(unknown, name.replace(/ \(.*\)$/, ''))
      return [`--settle=${id}=${page === undefined ? 'missing' : `exists:${page.id}`}`]
    })
  }

  async #nothingToDo(): Promise<void> {
    const { code, stdout, stderr } = await run(this.#trial, ['up', '--yes'])
    const isIdle = code === 0 && `${stdout}${stderr}`.includes('Nothing to do')
    if (!isIdle) this.wrong.push(`up, repeated, is not "nothing to do":`, stdout.slice(-500), stderr.slice(-1_500))
  }
}

function shown(list: readonly string[]): string {
  return list.toSorted().join('; ')
}

/** Compares: nothing is lost, nothing is there twice, and everything is as wanted. */
function compared(wanted: readonly Wanted[], pages: readonly Page[]): readonly string[] {
  const expected = new Map<string, string>()
  for (const { name, text, needs } of wanted) {
    const ids = needs.map((need) => pageOf(pages, need)?.id)
    expected.set(name, [`${name}: ${text}`, ...ids].join(' '))
  }
  const numbers = new Map(
    wanted.map(({ name, number, standsOn }) => {
      return [name, standsOn === undefined ? number : `${number} on ${pageOf(pages, standsOn)?.id}`]
    }),
  )
  const real = shown(pages.map(({ text, number }) => `${text} (${number})`))
  const should = shown(Array.from(expected, ([name, text]) => `${text} (${numbers.get(name)})`))
  return real === should ? [] : [`there are ${real}\n  wanted ${should}`]
}

function pageOf(pages: readonly Page[], name: string): Page | undefined {
  return pages.find(({ text }) => text.startsWith(`${name}: `))
}

/** Reports needless replacements: only another number, or a replaced page below it, needs a new page. */
function replacedInVain(
  before: readonly Page[],
  after: readonly Page[],
  was: readonly Wanted[],
  wanted: readonly Wanted[],
): readonly string[] {
  const known = new Map(was.map((page) => [page.name, page]))
  return wanted.flatMap(({ name, number, standsOn }) => {
    const [old, now] = [pageOf(before, name), pageOf(after, name)]
    const stands = standsOn ?? ''
    const isOnSame = known.get(name)?.standsOn === standsOn && pageOf(before, stands)?.id === pageOf(after, stands)?.id
    const isSame = known.get(name)?.number === number && isOnSame && old !== undefined
    return isSame && old.id !== now?.id ? [`${name} was ${old.id}, and is ${now?.id} without need`] : []
  })
}
