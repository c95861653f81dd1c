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
 * Settings of providers that decide where their things are, by ids. They are recorded with the instance, in plain: a state without secrets
 * needs no key. So what its plugin does not declare as public is recorded as a mark alone, made with a salt of the instance.
 */
export class KnownSettings {
  #salt = randomBytes(16).toString('base64url')
  #byId: ValueMap = valueMap()
  /** Ids that were asked for, and what their plugins say of their settings. */
  readonly #ofNow = new Map<string, ConfigDefinition['fields']>()

  /** @param recorded of the instance */
  recall(recorded: Value | undefined): void {
    if (!isMap(recorded)) return
    const { salt, byId } = recorded
    if (typeof salt === 'string' && isMap(byId)) [this.#salt, this.#byId] = [salt, byId]
  }

  /** @param used ids that records speak of: others, that are not of now, are dropped. Left out: none is */
  recorded(used?: ReadonlySet<string>): ValueMap {
    const isKept = (id: string): boolean => used === undefined || used.has(id) || this.#ofNow.has(id)
    return valueMap([
      ['salt', this.#salt],
      ['byId', valueMap(Object.entries(this.#byId).filter(([id]) => isKept(id)))],
    ])
  }

  /** @param lies where things lie, of types that lie in a folder */
  id(config: ProviderContext['config'], { fields }: ConfigDefinition, lies?: Place): string {
    const known = Object.entries(config).flatMap(([name, value]): [string, Value][] => {
      if (isTuning(fields, name)) return []
      const isSecret = fieldOf(fields, name)?.secret === true || soundsSecret(name)
      const place = placeIn(value)
      // A renewed key is for the same account mostly. Where an address points to is told apart all the same.
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

  /** For a provider of a program: its inputs themselves say which of them are secret. Its plugin does not matter. */
  idOfInputs(inputs: ValueMap): string {
    const told = Object.entries(inputs).filter(([name]) => !ofThePlugin.has(name) && !name.startsWith('__'))
    const fields = told.flatMap(([name, value]) => (containsSecret(value) ? [[name, secretField] as const] : []))
    const definition = { fields: Object.fromEntries(fields), allowAdditionalFields: true }
    return this.id(configOf(valueMap(told)), definition)
  }

  /** Where things are that were seen with these; `undefined`: in no place, or nobody knows. */
  placeOf(id: string): Place | undefined {
    const settings = this.#byId[id]
    return isMap(settings) ? placeOfValue(settings[placeName]) : undefined
  }

  /** `: region is "us", was "eu"`; of what is not public only the name. */
  between(before: string, now: string): string {
    const [olds, news] = [this.#byId[before] ?? null, this.#byId[now] ?? null]
    const words = this.#namesBetween(before, now).map((name) => inWords(name, valueIn(olds, name), valueIn(news, name)))
    return words.length === 0 ? '' : `: ${words.join('; ')}`
  }

  /** True where they differ in nothing but the place of things. */
  haveOtherPlace(before: string, now: string): boolean {
    const areKnown = isMap(this.#byId[before]) && isMap(this.#byId[now])
    return areKnown && this.#namesBetween(before, now).length === 0
  }

  /** True where they lead to the same things: they differ in nothing, or in what was recorded before its plugin called it tuning. */
  areAlike(before: string, now: string): boolean {
    const places = [before, now].map((id) => valueIn(this.#byId[id] ?? null, placeName) ?? null)
    return this.haveOtherPlace(before, now) && equalValues(places[0] ?? null, places[1] ?? null)
  }

  /** Names of settings that differ, and may decide where things are. */
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

/** No plugin has a setting of that name. */
const placeName = '@place'

function valueIn(settings: Value, name: string): Value | undefined {
  return isMap(settings) ? settings[name] : undefined
}

function isTuning(fields: ConfigDefinition['fields'], name: string): boolean {
  return fieldOf(fields, name)?.isTuning === true
}

const secretField = { type: 'string', secret: true } as const

const ofThePlugin: ReadonlySet<string> = new Set(['version', 'pluginDownloadURL'])

/** Of an address where it points to, without who goes there; `undefined` for anything else. */
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
