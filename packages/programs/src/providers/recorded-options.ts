import { isList, isMap, type MutableValueMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Init } from '@slipway/protocol'
import type { monitor } from '@slipway/protocol/pulumi'
import { durationText } from '../values/seconds.ts'
import { hookNamesIn } from './hooks.ts'
import { noWish, type ResourceWish } from './resource-wish.ts'

/** A program's options for a resource, which are recorded with it. */
export interface SaidOptions {
  readonly wish: ResourceWish
  readonly isProtected: boolean
  /** True: forget it, do not destroy it, when the program no longer asks for it. */
  readonly isKept: boolean
  /** URN of its container; `undefined`: it is destroyed by a separate call. */
  readonly deletedWith: string | undefined
  /** URNs. */
  readonly replaceWith: readonly string[]
  /** Its possible earlier URNs. */
  readonly formerUrns: readonly string[]
}

/** The options for the record: only those that the program has given; `undefined` if none. */
export function optionsRecorded(said: SaidOptions): ValueMap | undefined {
  const { wish, isProtected, isKept, deletedWith, replaceWith, formerUrns } = said
  const lists = {
    ignoreChanges: wish.ignoreChanges,
    replaceOnChanges: wish.replaceOnChanges,
    additionalSecretOutputs: wish.additionalSecretOutputs,
    hideDiffs: wish.hideDiffs,
    replaceWith,
    aliases: formerUrns,
  }
  const options: MutableValueMap = valueMap(Object.entries(lists).filter(([, list]) => list.length > 0))
  if (Object.keys(wish.timeouts).length > 0) options['customTimeouts'] = valueMap(Object.entries(wish.timeouts))
  if (wish.deleteBeforeReplace !== undefined) options['deleteBeforeReplace'] = wish.deleteBeforeReplace
  if (wish.importId !== undefined) options['importId'] = wish.importId
  if (deletedWith !== undefined) options['deletedWith'] = deletedWith
  if (isProtected) options['protect'] = true
  if (isKept) options['retainOnDelete'] = true
  return Object.keys(options).length === 0 ? undefined : options
}

/** The recorded options, with defaults for those not given. */
export function recordedOptions({ options = null }: ValueMap) {
  const told = isMap(options) ? options : valueMap()
  const texts = (name: string): readonly string[] => textsIn(told[name])
  const first = told['deleteBeforeReplace']
  const text = (name: string): string | undefined => (typeof told[name] === 'string' ? told[name] : undefined)
  return {
    ignoreChanges: texts('ignoreChanges'),
    replaceOnChanges: texts('replaceOnChanges'),
    additionalSecretOutputs: texts('additionalSecretOutputs'),
    hideDiffs: texts('hideDiffs'),
    replaceWith: texts('replaceWith'),
    aliases: texts('aliases'),
    /** Seconds. */
    customTimeouts: numbersIn(told['customTimeouts']),
    deleteBeforeReplace: typeof first === 'boolean' ? first : undefined,
    importId: text('importId'),
    deletedWith: text('deletedWith'),
    protect: told['protect'] === true,
    retainOnDelete: told['retainOnDelete'] === true,
  }
}

/**
 * The recorded options as a wish, for use without a running program that wants the resource. A rollback thus ignores the same changes, only
 * reads resources that were only read, and replaces for the same reasons in the same order.
 *
 * @param current the recorded spec, if `spec` is the wanted one
 */
export function recordedWish(spec: ValueMap, current = spec): ResourceWish {
  const { customTimeouts: timeouts, ...told } = recordedOptions(spec)
  const { ignoreChanges, replaceOnChanges, deleteBeforeReplace, additionalSecretOutputs } = told
  const { id } = current
  const readId = spec['external'] === true && typeof id === 'string' ? id : undefined
  const replacing = { replaceOnChanges, deleteBeforeReplace }
  return { ...noWish, ignoreChanges, ...replacing, additionalSecretOutputs, timeouts, readId }
}

/** The options in the form for hooks. @param spec the present or future recorded spec */
export function optionsToWire(spec: ValueMap): Init<monitor.ResourceOptions> {
  const { customTimeouts, deletedWith, importId, aliases, hideDiffs, ...same } = recordedOptions(spec)
  const hooks = hookNamesIn(spec)
  const named = Object.entries(hooks).map(([moment, names]) => [camelCase(moment), [...names]] as const)
  const times = Object.entries(customTimeouts).map(([name, seconds]) => [name, durationText(seconds)] as const)
  return {
    dependsOn: [...textsIn(spec['dependencies'])],
    protect: same.protect,
    retainOnDelete: same.retainOnDelete,
    ignoreChanges: [...same.ignoreChanges],
    replaceOnChanges: [...same.replaceOnChanges],
    additionalSecretOutputs: [...same.additionalSecretOutputs],
    replaceWith: [...same.replaceWith],
    hideDiff: [...hideDiffs],
    aliases: aliases.map((urn) => ({ urn })),
    ...(typeof spec['provider'] === 'string' && { provider: spec['provider'] }),
    ...(typeof spec['parent'] === 'string' && { parent: spec['parent'] }),
    ...(deletedWith !== undefined && { deletedWith }),
    ...(importId !== undefined && { import: importId }),
    ...(times.length > 0 && { customTimeouts: Object.fromEntries(times) }),
    ...(named.length > 0 && { hooks: Object.fromEntries(named) }),
  }
}

function textsIn(value: Value | undefined): readonly string[] {
  return isList(value) ? value.filter((each) => typeof each === 'string') : []
}

function numbersIn(value: Value | undefined): Readonly<Record<string, number>> {
  const entries = isMap(value) ? Object.entries(value) : []
  return Object.fromEntries(
    entries.flatMap(([name, each]): [string, number][] => (typeof each === 'number' ? [[name, each]] : [])),
  )
}

function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
