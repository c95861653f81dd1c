import { isList, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'

/** Recorded names of hooks' moments, by their names in Pulumi's states. */
const moments: Readonly<Record<string, string>> = {
  BeforeCreate: 'before_create',
  AfterCreate: 'after_create',
  BeforeUpdate: 'before_update',
  AfterUpdate: 'after_update',
  BeforeDelete: 'before_delete',
  AfterDelete: 'after_delete',
  OnError: 'on_error',
}

/** The hook names in recorded form; `undefined` if none. */
export function readHookNames(
  hooks: Readonly<Record<string, readonly string[]>> | null | undefined,
): ValueMap | undefined {
  const known = Object.entries(hooks ?? {}).flatMap(([moment, names]) => {
    const own = moments[moment]
    return own === undefined || names.length === 0 ? [] : [[own, names] as const]
  })
  return known.length === 0 ? undefined : valueMap(known)
}

/** The hook names in the form of a Pulumi state. */
export function writeHookNames(hooks: Value | undefined): Readonly<Record<string, readonly string[]>> | undefined {
  if (!isMap(hooks)) return undefined
  const words = Object.entries(moments).flatMap(([word, own]) => {
    const names = hooks[own]
    return isList(names) ? [[word, names.filter((name) => typeof name === 'string')] as const] : []
  })
  return words.length === 0 ? undefined : Object.fromEntries(words)
}
