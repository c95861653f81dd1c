import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readOptionalText } from '@slipway/operations/project/read-text'
import type { Project } from '@slipway/operations/project/project'
import type { Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'
import { startEngine, type StartedEngine } from './with-engine.ts'

/** Starts the engine of a command that changes things, and the plugins that it will most likely need. */
export function startEarly(
  project: Project,
  console: Console,
  options: BlueprintOptions,
  operation: 'up' | 'destroy',
): StartedEngine {
  const isIdle = operation === 'up' && probablyUpToDate(project, options)
  const likely = isIdle || project.blueprint === undefined ? [] : namespacesIn(project.blueprint.file)
  return startEngine(project, console, {
    access: 'write',
    likely,
    tell: (message) => console.err.write(`${message}\n`),
  })
}

/** A guess from the text alone, before anything can read it: `local` where it says `type: local/file`. */
function namespacesIn(file: string): readonly string[] {
  // Reading it for real says what is wrong with it.
  const text = readOptionalText(file) ?? ''
  return [...new Set(Array.from(text.matchAll(/\btype["']?\s*:\s*["']?([a-z0-9][\w-]*)\//g), ([, name = '']) => name))]
}

/** State that is younger than the blueprint has most likely nothing to be done for it. */
function probablyUpToDate({ blueprint, places }: Project, options: BlueprintOptions): boolean {
  const asksForMore = [options.var, options.varFile, options.replace].some((given) => given.length > 0)
  if (asksForMore || options.refresh === true || blueprint === undefined) return false
  const state = ['state.db', 'state.db-wal'].map((name) => changedAt(join(places.state, name)))
  return Math.max(...state) > changedAt(blueprint.file)
}

/** Unix milliseconds; 0 where nothing can be seen: this is a guess, and opening the file says what is wrong with it. */
function changedAt(file: string): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return 0
  }
}
