import type { Captured } from '../captured.ts'
import { atPlace } from '../call-place.ts'
import { capture, settled } from '../captured.ts'
import type { InlineOptions, Named } from '../inline-program.ts'
import type { Listener } from '../later.ts'
import { partOf } from '../path-of-value.ts'
import { returnedExports } from '../returned.ts'
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

/** Translates names within a scope to names of the whole stack: */
export function namesIn(whole: { has(name: string): boolean }, prefix: string) {
  const full = (name: string): string => `${prefix}${name}`
  /** A name refers to the scope first. */
  const named = (other: Named): Named => (typeof other === 'string' && whole.has(full(other)) ? full(other) : other)
  /** An excluded resource may be requested later, so keep both meanings of its name. */
  const eitherOf = (other: Named): readonly Named[] => (typeof other === 'string' ? [other, full(other)] : [other])
  const optionsIn = ({ dependsOn, deletedWith, aliases, linkSelector, ...options }: InlineOptions): InlineOptions => ({
    ...options,
    ...(dependsOn && { dependsOn: dependsOn.map(named) }),
    ...(deletedWith && { deletedWith: named(deletedWith) }),
    ...(aliases && { aliases: aliases.map(full) }),
    ...(linkSelector && {
      linkSelector: { ...linkSelector, exclude: (linkSelector.exclude ?? []).flatMap(eitherOf) },
    }),
  })
  return { full, optionsIn }
}

/** The exports of a child, once its function has ended. */
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
    returnedExports(returned, name).map(
      ([key, value]) => [key, capture(value, `the export ${key} of ${name}`)] as const,
    ),
  )
}
