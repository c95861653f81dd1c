import { inspect } from 'node:util'
import { isMap, optionNames, type Value, valueMap } from '@slipway/model'
import { type Captured, capture, isPlainObject, knownNow } from '../captured.ts'
import type { InlineOptions, Named } from '../inline-program.ts'
import { linksTo } from './links-to.ts'
import { isList, listOfNames } from './named.ts'
import type { Wish } from '../resources.ts'

type Said = Pick<Wish, 'beside' | 'dependsOn' | 'labels' | 'linkSelector' | 'options' | 'removalPolicy'>

const nothing: Captured = { kind: 'known', value: valueMap() }
const none: Said = {
  beside: nothing,
  dependsOn: [],
  labels: undefined,
  linkSelector: undefined,
  options: valueMap(),
  removalPolicy: undefined,
}

/**
 * Copies the options of a resource. The names of unknown options are copied, too, and so are values that are no options at all: the engine refuses
 * them, in the same words as for a blueprint.
 *
 * @param given nobody has checked it: programs need no compiler
 * @param named returns the name of a resource that was asked for
 * @throws TypeError for an output, and for what cannot be copied
 */
export function givenOptions(given: unknown, name: string, named: (named: Named) => string): Said {
  if (given === undefined || given === null) return none
  const what = `the options of ${name}`
  if (!isPlainObject(given)) return { ...none, options: knownNow(capture(given, what), what) }
  const {
    dependsOn,
    deletedWith,
    removalPolicy,
    labels,
    linkSelector,
    displayName,
    description,
    annotations,
    custom,
    ...others
  } = given as InlineOptions
  const beside = { displayName, description, annotations, custom }
  const container = deletedWith == null ? undefined : named(deletedWith)
  return {
    labels: labels == null ? undefined : labelsOf(labels, name),
    linkSelector: linkSelector == null ? undefined : linksTo(linkSelector, name),
    // Anything else than the two words is refused as the text that it becomes.
    removalPolicy: removalPolicy == null ? undefined : wordOf(removalPolicy),
    beside: capture(beside, what),
    dependsOn: listOfNames(dependsOn).map(named),
    options: knownNow(capture(optionsIn({ ...others, deletedWith: container }), what), what),
  }
}

/** Returns the former names in the options of a wish. */
export function formerNamesIn(options: Value): readonly string[] {
  const aliases = isMap(options) ? options['aliases'] : undefined
  return Array.isArray(aliases) ? aliases.filter((each) => typeof each === 'string') : []
}

const inTable: ReadonlySet<string> = new Set(optionNames())

function optionsIn(given: object): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given)
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      if (value === undefined) return []
      if (key === 'aliases' && isList(value)) return [[key, value.map(withoutSlash)]]
      // The value of an unknown option does not matter. It may be a whole resource, which cannot be copied.
      return [[key, inTable.has(key) ? value : null]]
    }),
  )
}

/** A former name in the whole stack begins with a `/`. */
function withoutSlash(alias: unknown): unknown {
  return typeof alias === 'string' ? alias.replace(/^\//, '') : alias
}

function wordOf(given: unknown): string {
  return typeof given === 'string' ? given : inspect(given, { depth: 0 })
}

/** Labels are texts. A number is taken as it is written, as in a blueprint. */
function labelsOf(given: unknown, name: string): Readonly<Record<string, string>> {
  const entries = isPlainObject(given) ? Object.entries(given).filter(([, label]) => label !== undefined) : undefined
  if (entries?.every(([, label]) => ['string', 'number', 'boolean'].includes(typeof label)) !== true)
    throw new TypeError(`the labels of ${name} are texts by name: { app: 'shop' }`)
  return Object.fromEntries(entries.map(([key, label]) => [key, String(label)]))
}
