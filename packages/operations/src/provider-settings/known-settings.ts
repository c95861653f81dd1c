import { createHmac, randomBytes } from 'node:crypto'
import {
  type ConfigDefinition,
  containsSecret,
  equalValues,
  isList,
  isMap,
  type ProviderContext,
  type Scalar,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { soundsSecret } from '../settings/plain-secrets.ts'
import { configOf } from './provider-resources.ts'
import { fieldOf } from './config-field.ts'
import { type Place, placeOfValue, placeToValue } from './places.ts'

/**
 * The provider settings that decide where things are, by id. They are recorded with the instance in plain text, because a state without secrets
 * needs no key. A value that its plugin does not declare as public is therefore recorded only as a mark, salted per instance.
 */
export class KnownSettings {
  #salt = randomBytes(16).toString('base64url')
  #byId: ValueMap = valueMap()
  /** Ids requested in this run, with the field definitions of their settings. */
  readonly #ofNow = new Map<string, ConfigDefinition['fields']>()

  /**
   * Restores the settings of earlier runs.
   *
   * @param recorded the instance's record of these settings
   */
  recall(recorded: Value | undefined): void {
    if (!isMap(recorded)) return
    const { salt, byId } = recorded
    if (typeof salt === 'string' && isMap(byId)) [this.#salt, this.#byId] = [salt, byId]
  }

  /**
   * Returns the settings for the record.
   *
   * @param used ids that records refer to; other ids from earlier runs are dropped. Default: all ids are kept
   */
  recorded(used?: ReadonlySet<string>): ValueMap {
    const isKept = (id: string): boolean => used === undefined || used.has(id) || this.#ofNow.has(id)
    return valueMap([
      ['salt', this.#salt],
      ['byId', valueMap(Object.entries(this.#byId).filter(([id]) => isKept(id)))],
    ])
  }

  /**
   * Returns the id of a provider's settings.
   *
   * @param lies the place, for types whose things lie in a folder
   */
  id(config: ProviderContext['config'], { fields }: ConfigDefinition, lies?: Place): string {
    const known = Object.entries(config).flatMap(([name, value]): [string, Value][] => {
      if (isTuning(fields, name)) return []
      const isSecret = fieldOf(fields, name)?.secret === true || soundsSecret(name)
      const place = placeIn(value)
      // A renewed key mostly belongs to the same account, so secrets do not count. The targets of secret addresses still count.
      if (isSecret && place === undefined) return []
      const isPublic = !isSecret && fieldOf(fields, name) !== undefined && typeof value !== 'bigint'
      return [[name, isPublic ? (place ?? value) : [this.#mark(place ?? value)]]]
    })
    if (lies !== undefined) known.push([placeName, placeToValue(lies)])
    const settings = valueMap(known.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const id = this.#mark(settings)
    this.#ofNow.set(id, fields)
    if (!Object.hasOwn(this.#byId, id)) this.#byId = valueMap([...Object.entries(this.#byId), [id, settings]])
    return id
  }

  /** Returns the id for a provider of a program. Its inputs carry their own secret marks, so no plugin definition is needed. */
  idOfInputs(inputs: ValueMap): string {
    const told = Object.entries(inputs).filter(([name]) => !ofThePlugin.has(name) && !name.startsWith('__'))
    const fields = told.flatMap(([name, value]) => (containsSecret(value) ? [[name, secretField] as const] : []))
    const definition = { fields: Object.fromEntries(fields), allowAdditionalFields: true }
    return this.id(configOf(valueMap(told)), definition)
  }

  /** Returns the place of things seen with these settings; `undefined` if the things have no place or it is unknown. */
  placeOf(id: string): Place | undefined {
    const settings = this.#byId[id]
    return isMap(settings) ? placeOfValue(settings[placeName]) : undefined
  }

  /** Writes the differences for messages: `: region is "us", was "eu"`; only the name for a non-public setting. */
  between(before: string, now: string): string {
    const [olds, news] = [this.#byId[before] ?? null, this.#byId[now] ?? null]
    const words = this.#namesBetween(before, now).map((name) => inWords(name, valueIn(olds, name), valueIn(news, name)))
    return words.length === 0 ? '' : `: ${words.join('; ')}`
  }

  /** True if two settings differ at most in the place of things. */
  haveOtherPlace(before: string, now: string): boolean {
    const areKnown = isMap(this.#byId[before]) && isMap(this.#byId[now])
    return areKnown && this.#namesBetween(before, now).length === 0
  }

  /** True if two settings lead to the same things: they are equal, or differ only in settings that their plugin has since declared as tuning. */
  areAlike(before: string, now: string): boolean {
    const places = [before, now].map((id) => valueIn(this.#byId[id] ?? null, placeName) ?? null)
    return this.haveOtherPlace(before, now) && equalValues(places[0] ?? null, places[1] ?? null)
  }

  /** Returns the names of differing settings that may decide where things are. */
  #namesBetween(before: string, now: string): readonly string[] {
    const [olds, news] = [this.#byId[before] ?? null, this.#byId[now] ?? null]
    if (!isMap(olds) || !isMap(news)) return []
    const fields = this.#ofNow.get(now) ?? {}
    const names = Object.keys({ ...olds, ...news }).toSorted()
    const decides = (name: string): boolean => name !== placeName && !isTuning(fields, name)
    return names.filter((name) => decides(name) && !equalValues(olds[name] ?? null, news[name] ?? null))
  }

  #mark(value: Value): string {
    const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))
    return createHmac('sha256', this.#salt).update(text).digest('base64url').slice(0, 12)
  }
}

/** A reserved key, which no plugin uses as the name of a setting. */
const placeName = '@place'

function valueIn(settings: Value, name: string): Value | undefined {
  return isMap(settings) ? settings[name] : undefined
}

function isTuning(fields: ConfigDefinition['fields'], name: string): boolean {
  return fieldOf(fields, name)?.isTuning === true
}

const secretField = { type: 'string', secret: true } as const

const ofThePlugin: ReadonlySet<string> = new Set(['version', 'pluginDownloadURL'])

/** Returns the target of an address, without user and password; `undefined` for any other value. */
function placeIn(value: Scalar): string | undefined {
  if (typeof value !== 'string' || !/^[a-z][\w+.-]*:\/\//i.test(value) || !URL.canParse(value)) return undefined
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname}`
}

function inWords(name: string, before: Value | undefined, now: Value | undefined): string {
  if (isList(before) || isList(now)) return name
  return `${name} is ${said(now)}, was ${said(before)}`
}

const longestShown = 100

function said(value: Value | undefined): string {
  if (value === undefined) return 'not set'
  const text = JSON.stringify(value)
  return text.length > longestShown ? 'another one' : text
}
