import { createContext, Script, type Context } from 'node:vm'
import { RE2JS } from 're2js'
import { simplePattern } from './simple-pattern.ts'

/** A regular expression that always takes time in proportion to the text. */
export interface LinearPattern {
  /** The number of states of the expression, which is the most looks that a character costs. */
  readonly size: number
  /** True if the expression matches somewhere in the text. */
  readonly test: (text: string) => boolean
}

/** Longer expressions, and those with more states, take too long to be read, or to be run. */
const longest = 1000
const mostStates = 2000

/**
 * Reads a regular expression as RE2 does, which is what Go has; most of what JavaScript has means the same. `undefined` for unsupported
 * expressions (look-around, back references) and for too large ones, which cannot be run safely.
 */
export function linearPattern(source: string): LinearPattern | undefined {
  if (source.length > longest) return undefined
  const simple = simplePattern(source)
  if (simple !== undefined) return { size: source.length, test: (text) => simple.test(text) }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    const size = compiled.programSize()
    return size > mostStates ? undefined : { size, test: (text) => compiled.test(text) }
  } catch {
    return undefined
  }
}

/** One place where an expression matches. */
export interface PatternMatch {
  readonly start: number
  readonly end: number
  /** The contents of the groups, by their numbers from 1. */
  readonly groups: readonly (string | undefined)[]
}

export interface PatternSearch {
  readonly size: number
  readonly groups: number
  /** The numbers of the groups that have names. */
  readonly names: ReadonlyMap<string, number>
  /** `slow`: one search is linear; many, each of which looks far ahead, are not, and were given up. */
  readonly matches: (text: string, most: number) => readonly PatternMatch[] | 'slow'
}

/** Like `linearPattern`, for finding matches; a sentence with the reason if there is none. */
export function patternSearch(source: string): PatternSearch | string {
  if (source.length > longest) return `the expression is longer than ${longest} characters`
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    const size = compiled.programSize()
    if (size > mostStates) return 'the expression is too large'
    return {
      size,
      groups: compiled.groupCount(),
      names: new Map(Object.entries(compiled.namedGroups())),
      matches: (text, most) => found(compiled.matcher(text), compiled.groupCount(), most),
    }
  } catch (thrown) {
    return `it is not an expression that Slipway can run (${thrown instanceof Error ? thrown.message : String(thrown)})`
  }
}

function found(matcher: ReturnType<RE2JS['matcher']>, groups: number, most: number): readonly PatternMatch[] | 'slow' {
  const all: PatternMatch[] = []
  const start = process.cpuUsage()
  while (all.length < most && matcher.find()) {
    const { user, system } = process.cpuUsage(start)
    if (user + system > 1000 * longestRun) return 'slow'
    const held = Array.from({ length: groups }, (_, index) => matcher.group(index + 1) ?? undefined)
    all.push({ start: matcher.start(), end: matcher.end(), groups: held })
  }
  return all
}

/** Milliseconds; a normal expression takes some thousandths of one. */
const longestRun = 250

const script = new Script('work()')
let context: Context | undefined

/** Does work that may never end, and stops it if it takes too long. */
export function inLimitedTime<T>(work: () => T): T | 'slow' {
  context ??= createContext(Object.create(null))
  Object.assign(context, { work })
  try {
    return script.runInContext(context, { timeout: longestRun }) as T
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'slow'
    throw thrown
  }
}
