import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ended, start } from '../../../ledger/command.ts'
import type { Random } from '../../../soak/random.ts'
import type { Trial } from './trial.ts'

/** The processes that may be killed with -9. */
const victims = ['engine', 'language', 'program', 'provider'] as const
type Victim = (typeof victims)[number]

/**
 * The moment of a kill: some milliseconds after this many pages were made, changed or removed; without a number of pages, after the start of the
 * victim.
 */
export interface Kill {
  readonly victim: Victim
  readonly changes: number
  readonly afterMs: number
}

export function randomKill(random: Random, command: 'up' | 'destroy'): Kill {
  const victim = command === 'up' ? random.pick(victims) : random.pick(['engine', 'provider'] as const)
  const changes = random.chance(0.25) ? 0 : random.between(1, 6)
  return { victim, changes, afterMs: random.between(0, changes === 0 ? 1_500 : 120) }
}

const how: Readonly<Record<Victim, RegExp>> = {
  engine: /slipway\S*\/main\.cjs /,
  language: /pulumi-language-nodejs/,
  program: /@pulumi\/pulumi\/cmd\/run/,
  provider: /bare\.cjs/,
}

/** Longer than any run takes, in milliseconds. */
const patience = 240_000

/** Runs a command, and kills one of its processes. `undefined`: it did not end. */
export async function killedRun(trial: Trial, args: readonly string[], kill: Kill): Promise<Ended | undefined> {
  const before = stampOf(trial)
  const { child, ended } = start(trial, args)
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  let [changes, seen] = [0, before]
  while (isRunning() && changes < kill.changes) {
    await sleep(4)
    const now = stampOf(trial)
    changes += [...now].filter((page) => !seen.has(page)).length + [...seen].filter((page) => !now.has(page)).length
    seen = now
  }
  let victim = pidOf(kill.victim, trial)
  while (isRunning() && victim === undefined) {
    await sleep(4)
    victim = pidOf(kill.victim, trial)
  }
  await Promise.race([sleep(kill.afterMs), ended])
  const pid = pidOf(kill.victim, trial)
  if (isRunning() && pid !== undefined) killNow(pid)
  const end = await Promise.race([ended, sleep(patience, undefined, { ref: false })])
  if (end === undefined) child.kill('SIGKILL')
  return end
}

function stampOf(trial: Trial): ReadonlySet<string> {
  return new Set(trial.pages().map((page) => JSON.stringify(page)))
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has just ended.
  }
}

/** The youngest pid of the victim in this trial. */
function pidOf(victim: Victim, { mark }: Trial): number | undefined {
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid))
  const found = pids.filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return how[victim].test(command) && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)
    } catch {
      return false
    }
  })
  return found.length === 0 ? undefined : Math.max(...found.map(Number))
}
