import { valueMap, type Value } from '@slipway/model'
import { patternSearch, type PatternMatch, type PatternSearch } from '@slipway/source'
import { nodeSize } from '../../../language/bounded.ts'
import type { Budget } from '../../../language/budget.ts'
import { FunctionProblem, text } from '../argument.ts'
import type { Argument } from '../argument.ts'
import { parameters } from '../core-function.ts'
import type { PlainFunction } from '../core-function.ts'

/** Functions for regular expressions. The expressions are those of RE2, which always take time in proportion to the text. */
export const patternFunctions: readonly PlainFunction[] = [
  {
    name: 'regex',
    extension: true,
    summary:
      'Returns the first part of a string that matches a regular expression (RE2): the part itself, a list of what its groups hold, or a map if the groups have names. Without a match it fails: see `can` and `try`.',
    parameters: parameters('pattern: string', 'text: string'),
    returns: 'any',
    size: ofText,
    steps: looks,
    call: ([pattern, whole], { budget }) => {
      const search = searchOf(pattern)
      const [first] = matchesIn(search, text(whole), budget, 1)
      if (first === undefined) throw new FunctionProblem('the text does not match the expression')
      return heldBy(search, first, text(whole))
    },
  },
  {
    name: 'regexall',
    extension: true,
    summary: 'Returns the list of all parts of a string that match a regular expression, each as `regex` returns it.',
    parameters: parameters('pattern: string', 'text: string'),
    returns: 'list',
    size: ofText,
    steps: looks,
    call: ([pattern, whole], { budget }) => {
      const search = searchOf(pattern)
      return matchesIn(search, text(whole), budget).map((each) => heldBy(search, each, text(whole)))
    },
  },
  {
    name: 'regexreplace',
    extension: true,
    summary:
      'Replaces each part of a string that matches a regular expression. In the replacement, `$1` or `$name` stands for what a group holds, and `$$` for a dollar sign.',
    parameters: parameters('text: string', 'pattern: string', 'replacement: string'),
    returns: 'string',
    size: ([whole, , replacement]) => text(whole).length + (text(whole).length + 1) * text(replacement).length,
    steps: ([whole, pattern]) => looks([pattern ?? null, whole ?? null]),
    call: ([whole, pattern, replacement], { budget }) => {
      const search = searchOf(pattern)
      return replaced(search, matchesIn(search, text(whole), budget), text(replacement), text(whole))
    },
  },
]

const mostMatches = 50_000
const looksPerStep = 5
const stepsPerCharacter = 100
const stepsPerMatch = 20

function ofText([, whole]: readonly Argument[]): number {
  return (1 + nodeSize) * text(whole).length
}

/** The cost in steps of reading the expression, and of looking at each character in each of the expression's states. */
function looks([pattern, whole]: readonly Argument[]): number {
  return stepsPerCharacter * text(pattern).length + (searchOf(pattern).size * text(whole).length) / looksPerStep
}

const known = new Map<string, PatternSearch>()
const mostKnown = 1000

function searchOf(pattern: Argument | undefined): PatternSearch {
  const source = text(pattern)
  const kept = known.get(source)
  if (kept !== undefined) return kept
  const search = patternSearch(source)
  if (typeof search === 'string') throw new FunctionProblem(`"${source.slice(0, 60)}": ${search}`)
  if (known.size >= mostKnown) known.clear()
  known.set(source, search)
  return search
}

/**
 * All matches, or the first ones. The budget pays for each match, because the search for the next match may look ahead as far as the search for this
 * one.
 */
function matchesIn(search: PatternSearch, whole: string, budget: Budget, first?: number): readonly PatternMatch[] {
  const found = budget.hasTime ? search.matches(whole, first ?? mostMatches + 1) : 'slow'
  if (found === 'slow') {
    budget.takeSlowRun()
    throw new FunctionProblem('it takes too long; make the expression simpler, or the text shorter')
  }
  if (found.length > mostMatches) throw new FunctionProblem(`the text matches in more than ${mostMatches} places`)
  budget.takeSteps(stepsPerMatch * found.length)
  return found
}

function heldBy({ groups, names }: PatternSearch, match: PatternMatch, whole: string): Value {
  if (groups === 0) return whole.slice(match.start, match.end)
  const held = match.groups.map((group) => group ?? null)
  if (names.size === 0) return held
  return valueMap(Array.from(names, ([name, index]) => [name, held[index - 1] ?? null] as const))
}

function replaced(search: PatternSearch, matches: readonly PatternMatch[], replacement: string, whole: string): string {
  let result = ''
  let done = 0
  for (const match of matches) {
    result += whole.slice(done, match.start) + filled(search, match, replacement, whole)
    done = match.end
  }
  return result + whole.slice(done)
}

function filled({ names, groups }: PatternSearch, match: PatternMatch, replacement: string, whole: string): string {
  return replacement.replaceAll(
    /\$(?:(\$)|(\d{1,2})|\{?([A-Za-z_]\w*)\}?)/g,
    (written: string, dollar: unknown, at: unknown, name: unknown) => {
      if (dollar !== undefined) return '$'
      const index = at === undefined ? names.get(String(name)) : Number(at)
      if (index === undefined || index > groups)
        throw new FunctionProblem(`"${written}" is not a group of the expression; write $$ for a dollar sign`)
      return index === 0 ? whole.slice(match.start, match.end) : (match.groups[index - 1] ?? '')
    },
  )
}
