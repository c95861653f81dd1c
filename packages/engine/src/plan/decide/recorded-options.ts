import {
  equalValues,
  type FieldChange,
  isList,
  recordedOptionNames,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { RecordedOptions, ResourceRecord } from '@slipway/stores'
import type { ResourceOptions } from '../../language/resource-options.ts'
import { diffValues } from '../../spec/diff.ts'

/** The options of a resource as recorded. Protection stays until somebody lifts it. */
export function recordedOptions(
  options: ResourceOptions | undefined,
  before: RecordedOptions | undefined,
): Pick<ResourceRecord, 'options'> {
  const protect = options?.protect ?? before?.protect === true
  // Most resources have no recorded options.
  if (options === undefined && !protect) return {}
  const said: ResourceOptions = { ...options, protect }
  const recorded: RecordedOptions = Object.fromEntries(
    recordedOptionNames.flatMap((name) => {
      const value = said[name]
      const isNothing = value === undefined || value === false || (Array.isArray(value) && value.length === 0)
      return isNothing ? [] : [[name, value] as const]
    }),
  )
  return Object.keys(recorded).length === 0 ? {} : { options: recorded }
}

export function sameOptions(a: Pick<ResourceRecord, 'options'>, b: Pick<ResourceRecord, 'options'>): boolean {
  // Most resources have no options, neither before nor after.
  if (a.options === b.options) return true
  const isOpen = a.options?.isOfAnyProvider === b.options?.isOfAnyProvider
  return isOpen && equalValues(optionsValue(a.options), optionsValue(b.options))
}

/** Prefix of the paths while options are compared. */
const optionsRoot = 'options'

/** The changes of recorded options, for people: `protect: true -> false`. */
export function optionChanges(
  before: RecordedOptions | undefined,
  after: RecordedOptions | undefined,
): readonly FieldChange[] {
  if (before === after) return []
  const changes = diffValues(optionsValue(before), optionsValue(after), optionsRoot)
  return changes.map((change) => Object.assign({}, change, { path: change.path.slice(optionsRoot.length + 1) }))
}

function optionsValue(options: RecordedOptions = {}): ValueMap {
  const entries = recordedOptionNames.map((name): readonly [string, Value | undefined] => {
    const value = options[name]
    const isMapped = typeof value === 'object' && !isList(value)
    return [name, isMapped ? valueMap(Object.entries(value)) : value]
  })
  return valueMap(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}
