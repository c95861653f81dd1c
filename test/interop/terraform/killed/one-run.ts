import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ended } from '../../../ledger/command.ts'
import { processesWith } from '../../../ledger/world.ts'
import type { Configuration, Wanted } from '../reference/case.ts'
import { from } from '../reference/case.ts'
import { makeYard, type Yard } from '../yard.ts'
import type { Moment, Victim } from './moments.ts'

/** Types that are killed: one whose things are found by identity, one without identity, and one of the older SDK. */
export const kinds = ['harbor_berth', 'harbor_ship', 'mill_wheel'] as const
export type Kind = (typeof kinds)[number]

export interface Verdict {
  readonly what: string
  /** Doubts that Slipway reported, and that the test settled like a user. */
  readonly doubts: readonly string[]
  /** The problems; usually none. */
  readonly wrong: readonly string[]
}

interface Row {
  readonly name: string
  readonly id: string
  readonly status: string
  readonly doubtSince?: number
  readonly spec: Readonly<Record<string, unknown>>
}

/** Longer than any run takes, in milliseconds. */
const patienceMs = 120_000

/** Holds a run at the moment, kills the victim there, and runs again until the goal is reached. */
export async function oneRun(kind: Kind, moment: Moment, victim: Victim): Promise<Verdict> {
  const yard = await makeYard(['harbor', 'mill'])
  const life = new Life(yard, kind, moment)
  try {
    await life.live(victim)
  } catch (error) {
    life.wrong.push(`the run itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  if (life.wrong.length === 0) yard.remove()
  else life.wrong.push(`it is kept in ${yard.folder}`)
  const { run, call, after } = moment
  const what = `${kind}: ${victim} killed ${after ? 'after' : 'before'} ${call} of ${run}`
  return { what, doubts: life.doubts, wrong: life.wrong }
}

class Life {
  readonly doubts: string[] = []
  readonly wrong: string[] = []
  readonly #yard: Yard
  readonly #kind: Kind
  readonly #moment: Moment
  readonly #owner: 'harbor' | 'mill'

  constructor(yard: Yard, kind: Kind, moment: Moment) {
    this.#yard = yard
    this.#kind = kind
    this.#moment = moment
    this.#owner = kind.startsWith('mill') ? 'mill' : 'harbor'
  }

  async live(victim: Victim): Promise<void> {
    const { run } = this.#moment
    const first = this.#wanted('old', 'it')
    const last = run === 'update' ? this.#wanted('new', 'it') : run === 'replace' ? this.#wanted('old', 'that') : first
    this.#yard.write(first)
    if (run !== 'create') this.#expect(await this.#yard.run('up', '--yes'), 'the first up')
    if (this.wrong.length > 0) return
    this.#yard.write(last)
    await this.#killed(victim)
    const command = run === 'destroy' ? 'destroy' : 'up'
    await this.#heal(command)
    if (this.wrong.length > 0) return
    this.#compare(command === 'up' ? last : {})
    if (command === 'destroy' || this.wrong.length > 0) return
    const again = await this.#yard.run('plan', '--refresh', '--json')
    if (!again.stdout.includes('"changes":false'))
      this.wrong.push('there is still something to do', again.stdout.slice(-2_000))
    this.#expect(await this.#yard.run('destroy', '--yes'), 'destroy at the end')
    this.#compare({})
  }

  /** Three resources: the one that is changed, one before it, and one that reads it. */
  #wanted(label: string, name: string): Configuration {
    const type = this.#kind
    const other: Wanted = { type, spec: { name: 'early' } }
    const it: Wanted = { type, spec: { name, ...(type === 'harbor_ship' ? { berth: label } : { label }) } }
    const reader: Wanted = { type: 'harbor_berth', spec: { name: 'reader', label: from('it', 'id') } }
    return { early: other, it, reader }
  }

  async #killed(victim: Victim): Promise<void> {
    const { run, call, after } = this.#moment
    const yard = this.#yard
    const held = yard.at(`store/${this.#owner}/held`)
    const name = call === 'configure' || run === 'destroy' ? '' : run === 'replace' && call === 'create' ? 'that' : 'it'
    yard.trouble([{ On: call, Name: name, After: after, How: 'hold' }], [this.#owner])
    const args = run === 'destroy' ? ['destroy', '--yes'] : run === 'refresh' ? ['refresh'] : ['up', '--yes']
    const { child, ended } = yard.start(...args)
    const end = performance.now() + patienceMs
    while (textOf(held) === '' && child.exitCode === null && performance.now() < end) await sleep(5)
    yard.trouble([])
    const provider = Number(textOf(held))
    if (provider === 0) {
      child.kill('SIGKILL')
      this.wrong.push(`nothing was held: ${(await ended).stderr.slice(-2_000)}`)
      return
    }
    process.kill(victim === 'engine' ? Number(child.pid) : provider, 'SIGKILL')
    // The surviving process no longer waits, unless there is no process left to wait for.
    if (victim === 'provider') rmSync(held, { force: true })
    const over = await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })])
    if (over === undefined) {
      child.kill('SIGKILL')
      this.wrong.push('it did not end')
    }
  }

  /** Runs without a kill, and once more when a doubt needs the user's verdict. */
  async #heal(command: 'up' | 'destroy'): Promise<void> {
    let ended: Ended | undefined
    let settled: readonly string[] = []
    for (let round = 0; round < 3; round++) {
      ended = await this.#yard.run(command, '--yes', ...settled)
      rmSync(this.#yard.at(`store/${this.#owner}/held`), { force: true })
      const left = await processesWith(this.#yard.mark, 30_000)
      if (left.length > 0) this.wrong.push(`processes left: ${left.join('; ')}`)
      settled = this.#verdicts(await this.#rows())
      this.doubts.push(...settled)
      if (ended.code === 0 && settled.length === 0) return
    }
    this.wrong.push(`${command} ${settled.join(' ')} exits with ${ended?.code}`, (ended?.stderr ?? '').slice(-2_000))
  }

  async #rows(): Promise<readonly Row[]> {
    const { code, stdout, stderr } = await this.#yard.run('state', 'export', '--show-secrets')
    if (code !== 0) throw new Error(`the state cannot be read: ${stderr}`)
    const { resources } = JSON.parse(stdout) as { readonly resources: readonly Row[] }
    return resources
  }

  /** Verdicts on the doubts, for which a user looks into the store. */
  #verdicts(rows: readonly Row[]): readonly string[] {
    const known = new Set(rows.map(({ spec }) => spec['id']))
    const unknown = this.#things().filter(({ id }) => !known.has(id))
    return rows.flatMap(({ id, status, doubtSince, spec }) => {
      if (status !== 'create-interrupted' && (status !== 'create-failed' || doubtSince === undefined)) return []
      const thing = unknown.find(({ name }) => name === spec['name'])
      return [`--settle=${id}=${thing === undefined ? 'missing' : `exists:${thing.id}`}`]
    })
  }

  #compare(wanted: Configuration): void {
    const should = Object.values(wanted).map(({ type, spec }) => `${type} ${JSON.stringify(spec['name'])}`)
    const real = this.#things().map(({ type, name }) => `${type} ${JSON.stringify(name)}`)
    if (should.toSorted().join() !== real.toSorted().join())
      this.wrong.push(`there are ${real.join(', ') || 'none'}, and should be ${should.join(', ') || 'none'}`)
  }

  #things(): readonly { readonly type: string; readonly id: string; readonly name: string }[] {
    return kinds.flatMap((type) => {
      const folder = this.#yard.at(`store/${type.replace('_', '/')}`)
      const files = existsSync(folder) ? readdirSync(folder) : []
      return files.flatMap((file) => {
        const name: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')).name
        return [{ type, id: file.replace(/\.json$/, ''), name: String(name) }]
      })
    })
  }

  #expect({ code, stderr }: Ended, what: string): void {
    if (code !== 0) this.wrong.push(`${what} exits with ${code}: ${stderr.slice(-2_000)}`)
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
