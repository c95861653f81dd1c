import type { Package, Property, Type } from '../read/model.ts'
import { literal } from '../read/words.ts'

/** The expression for an argument that the program does not give: from the environment, or the schema's default; `undefined`: none. */
export function fallbackOf({ fallback, variables, type }: Property, types: Package['types']): string | undefined {
  const known = fallback === undefined ? [] : [literal(fallback)]
  if (variables.length === 0) return known[0]
  const names = variables.map((name) => literal(name)).join(', ')
  return [`utilities.${readerOf(type, types)}(${names})`, ...known].join(' ?? ')
}

function readerOf(type: Type, types: Package['types']): string {
  const named = type.kind === 'named' ? types.get(type.token) : undefined
  const base = named?.kind === 'enum' ? named.base : type
  const word = base.kind === 'word' ? base.word : ''
  if (word === 'boolean') return 'getEnvBoolean'
  return word === 'number' ? 'getEnvNumber' : 'getEnv'
}

const mostPaths = 1000

/** The paths of all properties among these, nested ones included, whose change needs a new resource: `disks[*].size`. */
export function replacingPaths(properties: readonly Property[], types: Package['types']): readonly string[] {
  const found: string[] = []
  const visit = (all: readonly Property[], before: string, open: readonly string[]): void => {
    for (const { name, type, isReplacedOnChange } of all) {
      if (found.length >= mostPaths) return
      const path = before === '' ? name : `${before}.${name}`
      if (isReplacedOnChange) found.push(path)
      const [inner, suffix] = innermost(type)
      const named = inner.kind === 'named' && !open.includes(inner.token) ? types.get(inner.token) : undefined
      if (named?.kind === 'object' && open.length < 10)
        visit(named.properties, `${path}${suffix}`, [...open, named.token.text])
    }
  }
  visit(properties, '', [])
  return found
}

function innermost(type: Type): readonly [type: Type, suffix: string] {
  if (type.kind === 'list') {
    const [inner, suffix] = innermost(type.items)
    return [inner, `[*]${suffix}`]
  }
  if (type.kind !== 'map') return [type, '']
  const [inner, suffix] = innermost(type.values)
  return [inner, `.*${suffix}`]
}

/** The object types in which, at any depth, some argument has a default. */
export function typesWithDefaults(types: Package['types']): ReadonlySet<string> {
  const holders = new Map<string, Set<string>>()
  const waiting: string[] = []
  for (const [token, named] of types) {
    if (named.kind !== 'object') continue
    if (named.properties.some(hasOwnDefault)) waiting.push(token)
    for (const { type } of named.properties)
      if (type.kind === 'named') holders.set(type.token, (holders.get(type.token) ?? new Set()).add(token))
  }
  const found = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(holders.get(next) ?? []))
  }
  return found
}

export function hasOwnDefault({ fallback, variables }: Property): boolean {
  return fallback !== undefined || variables.length > 0
}
