/** Declarations, and the section of the canonical blueprint that each of them writes into. */
export const sections: ReadonlyMap<string, string> = new Map([
  ['variable', 'variables'],
  ['value', 'values'],
  ['data', 'datasources'],
  ['resource', 'resources'],
  ['include', 'include'],
  ['export', 'exports'],
])

/** Words that begin something at the top of a file. */
export const topWords: readonly string[] = ['version', 'transform', 'metadata', ...sections.keys()]

const bodyWords = 'spec select variables filter foreach as by label in not has key contains starts with ends'
const valueWords = 'true false none string integer float boolean array object elem i'

/** Words that cannot be a bare name of a declaration; in quotes they can. */
const reserved: ReadonlySet<string> = new Set([...topWords, ...bodyWords.split(' '), ...valueWords.split(' ')])

export function isReserved(word: string): boolean {
  return reserved.has(word)
}

const filterVerbs = ['in', 'has key', 'contains', 'starts with', 'ends with']

/** Operators of filters that are words. */
export const filterWords: readonly string[] = [...filterVerbs, ...filterVerbs.map((verb) => `not ${verb}`)]
