import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, Failure } from '@slipway/model'
import {
  commandLine,
  environmentVariable,
  groupIsEmpty,
  isRunning,
  livingMembers,
  notedProcess,
  signalGroup,
} from '@slipway/processes'
import { asAccount, onTheWay } from './account.ts'
import { shim } from './shim.ts'
import type { Launch, LaunchState, Supervisor } from './supervisor.ts'

/** Every process of a launch carries its folder in its environment, unless it has cleared that. */
const markVariable = 'SLIPWAY_LAUNCH'

const pollMs = 3
/** A machine that is very busy may take this long to start a process. */
const startMs = 30_000
const deathMs = 5000

/** A shell for each launchable, detached from the preparer; see {@link shim}. */
export class ShimSupervisor implements Supervisor {
  /** The programs that were running at the last look, by folder: most still do. */
  readonly #seen = new Map<string, Started>()

  async start(launch: Launch): Promise<void> {
    const { folder, log, restart, limits, account, code } = launch
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    mkdirSync(dirname(log), { recursive: true, mode: 0o700 })
    const memory = limits?.memoryMb === undefined ? '' : String(limits.memoryMb * 1024)
    const rules = [
      restart.policy,
      String(restart.limit),
      String(restart.backoffMs),
      memory,
      String(limits?.openFiles ?? ''),
      code?.folder ?? '',
      code?.sums ?? '',
    ]
    const mark = { [markVariable]: folder }
    const { command, env } = asAccount(account, { command: launch.command, env: { ...launch.env, ...mark } })
    const child = spawn('/bin/sh', ['-c', shim, onTheWay, folder, log, ...rules, ...command], {
      cwd: launch.cwd,
      env: { ...env, ...mark },
      detached: true,
      stdio: 'ignore',
    })
    const refused = new Promise<never>((_, reject) => child.once('error', reject))
    child.unref()
    try {
      await Promise.race([refused, this.#started(launch)])
    } catch (error) {
      if (error instanceof Failure) throw error
      throw failed(launch, String(error))
    }
  }

  state(folder: string): LaunchState {
    const seen = this.#seen.get(folder)
    if (seen !== undefined && isRunning(seen.pid, seen.start)) return { is: 'running', pid: seen.pid }
    this.#seen.delete(folder)
    const claim = readClaim(folder)
    if (claim === undefined) return { is: 'none' }
    const { started, code, isGivenUp } = readEvents(folder)
    if (isGivenUp) return { is: 'given-up', ...(code !== undefined && { code }) }
    if (started !== undefined && code === undefined && isRunning(started.pid, started.start)) {
      this.#seen.set(folder, started)
      return { is: 'running', pid: started.pid }
    }
    // The shim exists between the fork and the line that reports it.
    if (isRunning(claim.pid, claim.start)) return { is: 'restarting', ...(code !== undefined && { code }) }
    // Its children may outlive it.
    return { is: 'none', ...(code !== undefined && { code }) }
  }

  async stop(folder: string, graceMs: number): Promise<void> {
    this.#seen.delete(folder)
    const claim = readClaim(folder)
    if (claim === undefined) return
    writeFileSync(join(folder, 'stop'), '')
    if (!isOurs(claim, folder)) return
    signalGroup(claim.pid, 'SIGTERM')
    if (await groupIsEmpty(claim.pid, graceMs)) return
    if (isOurs(claim, folder)) signalGroup(claim.pid, 'SIGKILL')
    if (await groupIsEmpty(claim.pid, deathMs)) return
    throw new Failure('node/halt-failed', `the process group ${claim.pid} did not end, although it was killed`)
  }

  /** The program runs when the process is no longer our shell on the way to it. */
  async #started(launch: Launch): Promise<void> {
    for (let waited = 0; waited < startMs; waited += pollMs) {
      if (existsSync(join(launch.folder, 'stop'))) throw failed(launch, 'it was stopped')
      const { started, code } = readEvents(launch.folder)
      if (code === 126 || code === 127) throw failed(launch, lastLine(launch.log))
      if (code !== undefined) return
      if (started !== undefined) {
        const command = commandLine(started.pid)
        if (command !== undefined && !command.includes(onTheWay)) return
      }
      await sleep(pollMs)
    }
    throw failed(launch, `it did not start within ${startMs / 1000} s`)
  }
}

function failed({ command }: Launch, why: string): Failure {
  return new Failure('node/launch-failed', `${command[0]} could not be started: ${why}`, {
    hint: 'look at slipway node logs, and at the program that the manifest names',
  })
}

interface Started {
  readonly pid: number
  readonly start: number
}

/** The shim of a launch, which leads its group. */
function readClaim(folder: string): Started | undefined {
  const started = notedProcess(readIfThere(join(folder, 'claim')))
  return started !== undefined && started.pid > 1 ? started : undefined
}

interface Events {
  readonly started?: Started
  /** The exit code of the last start, if it has ended. */
  readonly code?: number
  readonly isGivenUp: boolean
}

function readEvents(folder: string): Events {
  let [started, code, isGivenUp]: [Started | undefined, number | undefined, boolean] = [undefined, undefined, false]
  const lines = readIfThere(join(folder, 'events')).split('\n')
  // A last line without a line end is still being written.
  for (const line of lines.slice(0, -1)) {
    const [what = '', first] = line.split(' ')
    if (what === 'started') [started, code] = [notedProcess(line.slice(what.length + 1)), undefined]
    else if (what === 'ended') code = Number(first)
    else isGivenUp = true
  }
  return { ...(started && { started }), ...(code !== undefined && { code }), isGivenUp }
}

/** The number may have been given to another group since: its leader must be ours, or each of its members bear our mark. */
function isOurs({ pid, start }: Started, folder: string): boolean {
  if (isRunning(pid, start)) return true
  return livingMembers(pid).some((member) => environmentVariable(member.pid, markVariable) === folder)
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

function lastLine(log: string): string {
  return readIfThere(log).trimEnd().split('\n').at(-1) ?? 'it printed nothing'
}
