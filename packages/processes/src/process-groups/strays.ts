import { readdirSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, environmentOf, hasProc, isDead, processEntry } from '../identity/proc.ts'
import { psMentioning } from '../identity/ps.ts'

/** The environment variable that tells everything that a plugin starts which run has launched the plugin; see `GroupRecord.mark`. */
export const runVariable = 'SLIPWAY_PLUGIN_RUN'

/** The environment variable with the id of the plugin. */
export const pluginVariable = 'SLIPWAY_PLUGIN_ID'

/** A process that a plugin has started and that has left its session, so that it does not end with the plugin. */
export interface Stray {
  readonly pid: number
  /** See `ProcessEntry.start`. */
  readonly start: number
  /** The program and its arguments. */
  readonly command: string
  /** The id of the plugin; empty if unknown. */
  readonly plugin: string
}

/**
 * The processes that a run's plugins have left running. A process that is meant to stay removes the variables that begin with SLIPWAY_PLUGIN_ from
 * its environment, so that it is not found.
 */
export function straysOf(runMark: string): readonly Stray[] {
  const ours = hasProc ? ownProcessesSince(startOf(runMark)) : psMentioning(`${runVariable}=${runMark}`)
  return ours.flatMap((pid) => strayAt(pid, runMark) ?? [])
}

/** The start of the run's owner, which its mark names second. Nothing older can come from its plugins. */
function startOf(runMark: string): number {
  return Number(/^\d+-(\d+)-/.exec(runMark)?.[1] ?? 0)
}

/** Reading the environment of a busy process may take long, so those that are too old are left out first. */
function ownProcessesSince(start: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number)
    .filter((pid) => (processEntry(pid)?.start ?? 0) >= start)
}

/** Milliseconds in which the system may remove killed processes. */
const burialMs = 2000
const pollMs = 20

/** Ends the strays: TERM, and KILL after the grace. Also ends processes that they start meanwhile. Returns all strays that it found. */
export async function endStrays(runMark: string, graceMs: number): Promise<readonly Stray[]> {
  const met = new Map<number, Stray>()
  const signalAll = (signal: 'SIGTERM' | 'SIGKILL'): boolean => {
    const living = straysOf(runMark)
    for (const stray of living) {
      met.set(stray.pid, stray)
      if (signal === 'SIGKILL' || !asked.has(stray.pid)) send(stray.pid, signal)
      asked.add(stray.pid)
    }
    return living.length === 0
  }
  const asked = new Set<number>()
  for (let waited = 0; waited < graceMs; waited += pollMs) {
    if (signalAll('SIGTERM')) return [...met.values()]
    await sleep(pollMs)
  }
  for (let waited = 0; waited < burialMs && !signalAll('SIGKILL'); waited += pollMs) await sleep(pollMs)
  return [...met.values()]
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has just ended.
  }
}

function isOurs(name: string): boolean {
  return statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid === process.geteuid?.()
}

function strayAt(pid: number, runMark: string): Stray | undefined {
  const environment = environmentOf(pid)
  if (environment.get(runVariable) !== runMark) return undefined
  const entry = processEntry(pid)
  if (entry === undefined || isDead(entry)) return undefined
  const command = (commandLine(pid) ?? []).join(' ').slice(0, 200)
  return { pid, start: entry.start, command, plugin: environment.get(pluginVariable) ?? '' }
}
