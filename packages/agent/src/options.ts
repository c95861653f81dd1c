import { Failure } from '@slipway/model'
import type { Version } from './agent-view.ts'
import type { Source } from './lookup/assemble.ts'
import type { Plugin } from './plugin.ts'

/** The options of an agent, added up. Times are milliseconds. */
export interface AgentSettings {
  readonly sources: Source[]
  version: Version
  readonly quitOnClose: AbortSignal[]
  quitSignals: readonly NodeJS.Signals[]
  startTimeout: number
  stopTimeout: number
  concurrent: number
  now: () => number
}

/** Changes the settings of an agent. Options apply in the order in which they are given; the last one wins. */
export type AgentOption = (settings: AgentSettings) => void

export function settingsOf(options: readonly AgentOption[]): AgentSettings {
  const settings: AgentSettings = {
    sources: [],
    version: { version: 'dev', date: '', id: '' },
    quitOnClose: [],
    quitSignals: ['SIGINT', 'SIGTERM'],
    startTimeout: 15_000,
    stopTimeout: 5000,
    concurrent: 1,
    now: () => performance.now(),
  }
  for (const option of options) option(settings)
  return settings
}

/** One plugin or a list of them. */
export type Given = Plugin | readonly Plugin[]

/**
 * Starts these plugins in the order in which they are given. Adds no plugin and does not sort: a dependency that is not
 * listed is not initialised.
 */
export function plugins(...given: readonly Given[]): AgentOption {
  return (settings) => settings.sources.push({ kind: 'plugins', given: given.flat() })
}

/**
 * Starts these plugins and everything that they depend on, directly or through others, dependencies first. Naming the
 * top-level plugin is enough.
 */
export function allPlugins(...given: readonly Given[]): AgentOption {
  return (settings) => settings.sources.push({ kind: 'allPlugins', given: given.flat() })
}

/** Sets the version of the program: number, date, id of the commit or build. */
export function version(number: string, date = '', id = ''): AgentOption {
  return (settings) => {
    settings.version = { version: number, date, id }
  }
}

/** Stops the agent when the signal aborts. */
export function quitOnClose(signal: AbortSignal): AgentOption {
  return (settings) => settings.quitOnClose.push(signal)
}

/** Stops the agent at these signals of the operating system; at none when none is given. Default: SIGINT and SIGTERM. */
export function quitSignals(...signals: readonly NodeJS.Signals[]): AgentOption {
  return (settings) => {
    settings.quitSignals = signals
  }
}

/** How long init and afterInit of all plugins may take together, in milliseconds. Infinity is no limit. Default 15,000. */
export function startTimeout(milliseconds: number): AgentOption {
  return (settings) => {
    settings.startTimeout = duration('startTimeout', milliseconds)
  }
}

/** How long closing all plugins may take together, in milliseconds. Infinity is no limit. Default 5,000. */
export function stopTimeout(milliseconds: number): AgentOption {
  return (settings) => {
    settings.stopTimeout = duration('stopTimeout', milliseconds)
  }
}

/** Lets up to `limit` plugins start side by side when neither depends on the other. Default 1: one by one. */
export function concurrent(limit: number): AgentOption {
  return (settings) => {
    settings.concurrent = Math.max(1, Math.floor(asNumber('concurrent', limit)))
  }
}

/** Replaces the clock of the tracer: milliseconds, never going back. */
export function clock(now: () => number): AgentOption {
  return (settings) => {
    settings.now = now
  }
}

function duration(option: string, milliseconds: number): number {
  if (asNumber(option, milliseconds) >= 0) return milliseconds
  throw badOption(option, String(milliseconds))
}

/**
 * The value may come from a program without types, or from a computation with something missing. NaN as a limit would silently start
 * nothing.
 */
function asNumber(option: string, value: number): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  throw badOption(option, String(value))
}

function badOption(option: string, value: string): Failure {
  return new Failure('agent/bad-option', `${option}(${value}) is not a limit`, {
    hint: 'give it a number that is not negative; Infinity means no limit',
  })
}
