import { type Captured, isPlainObject, settled } from '../captured.ts'
import { atPlace } from '../call-place.ts'
import { refuseUnknownKeys } from '../options/known-keys.ts'
import { isList, listOfNames } from '../options/named.ts'
import type { InlineOptions, Named } from '../inline-program.ts'
import type { Listener } from '../later.ts'
import { partOf } from '../path-of-value.ts'
import { capturedExport, returnedExports } from '../returned.ts'
import { pathSteps } from '@slipway/engine'
import { didYouMean } from '@slipway/source'
import { withFields, type WithFields } from './readings.ts'

/** The source of a child: a stack or a function. */
export type ChildStack =
  | ((stack: never) => unknown)
  | {
      readonly program: (stack: never, values: never) => unknown
      readonly inputs: (given: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>
    }

/** The beginnings of the names in a scope. */
export interface Prefixes {
  readonly now: string
  /** The former prefixes of the same names. */
  readonly former: readonly string[]
}

/** The former names of a scope or a child. */
export interface Renamed {
  readonly aliases?: readonly string[]
}

/**
 * Returns the prefixes of a scope inside another scope. Its former names are relative to the outer scope, unless they begin with a `/`.
 *
 * @throws TypeError if something else is given than former names
 */
export function prefixesWithin(outer: Prefixes, name: string, ending: '.' | '/', renamed: Renamed = {}): Prefixes {
  const aliases = aliasesIn(renamed, `${outer.now}${name}`)
  const before = [outer.now, ...outer.former]
  const own = aliases.flatMap((alias) =>
    alias.startsWith('/') ? [alias.slice(1)] : before.map((prefix) => `${prefix}${alias}`),
  )
  const moved = outer.former.map((prefix) => `${prefix}${name}`)
  return { now: `${outer.now}${name}${ending}`, former: [...own, ...moved].map((former) => `${former}${ending}`) }
}

function aliasesIn(renamed: Renamed, name: string): readonly string[] {
  refuseUnknownKeys(renamed, ['aliases'], `the last argument for ${name}`)
  const { aliases = [] } = renamed
  if (isList(aliases) && aliases.every((alias) => typeof alias === 'string')) return aliases
  throw new TypeError(`the aliases of ${name} are a list of names: { aliases: ['database'] }`)
}

/** Translates names within a scope to names of the whole stack. */
export function namesIn(whole: { has(name: string): boolean }, { now: prefix, former }: Prefixes) {
  const full = (name: string): string => `${prefix}${name}`
  /** A name refers to the scope first. */
  const named = (other: Named): Named => (typeof other === 'string' && whole.has(full(other)) ? full(other) : other)
  /** An excluded resource may be requested later, so both meanings of its name are kept. */
  const eitherOf = (other: Named): readonly Named[] => (typeof other === 'string' ? [other, full(other)] : [other])
  /** Former names, as a resource gives them: relative to the scope, or with a `/` before the name in the whole stack. */
  const formerOf = (name: string, aliases: readonly string[]): readonly string[] => [
    ...aliases.flatMap((alias) =>
      typeof alias !== 'string' || alias.startsWith('/')
        ? [alias]
        : [prefix, ...former].map((start) => `/${start}${alias}`),
    ),
    ...former.map((start) => `/${start}${name}`),
  ]
  const optionsIn = (name: string, given: unknown): unknown => {
    if (given === undefined || given === null) return former.length === 0 ? given : { aliases: formerOf(name, []) }
    if (!isPlainObject(given)) return given
    const { dependsOn, deletedWith, aliases = [], linkSelector, ...options }: InlineOptions = given
    return {
      ...options,
      ...(!isList(aliases) ? { aliases } : aliases.length + former.length > 0 && { aliases: formerOf(name, aliases) }),
      ...(dependsOn && { dependsOn: listOfNames(dependsOn).map(named) }),
      ...(deletedWith && { deletedWith: named(deletedWith) }),
      ...(linkSelector && {
        linkSelector: { ...linkSelector, exclude: listOfNames(linkSelector.exclude).flatMap(eitherOf) },
      }),
    }
  }
  return { full, named, optionsIn }
}

/** Returns the exports of a child, once its function has ended. */
export function childOf(
  name: string,
  stack: ChildStack,
  scoped: object,
  given: object,
  listener: Listener,
): WithFields {
  const said = callChild(name, stack, scoped, given)
  listener.heed(said)
  return withFields(
    async (path, place) => {
      const [first = '', ...rest] = pathSteps(`spec.${path}`)
      const exports = await said
      const exported = exports.get(String(first))
      if (exported === undefined) {
        const near = didYouMean(String(first), exports.keys())
        const more =
          near ?? (exports.size === 0 ? 'it exports nothing' : `it exports: ${[...exports.keys()].join(', ')}`)
        throw new TypeError(`${atPlace(place)}the child ${name} exports no ${first}; ${more}`)
      }
      const { value, needs } = await settled(exported)
      return { value: partOf(value, rest), needs }
    },
    listener,
    name,
  )
}

async function callChild(
  name: string,
  stack: ChildStack,
  scoped: object,
  given: object,
): Promise<ReadonlyMap<string, Captured>> {
  const returned =
    typeof stack === 'function'
      ? await stack(scoped as never)
      : await stack.program(scoped as never, (await stack.inputs({ ...given })) as never)
  return new Map(
    returnedExports(returned, name).map(([key, value]) => [key, capturedExport(key, value, name)] as const),
  )
}
