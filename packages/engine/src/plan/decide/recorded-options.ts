import { equalValues, type FieldChange, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { RecordedOptions, ResourceRecord } from '@slipway/stores'
import type { ResourceOptions } from '../../language/resource-options.ts'
import { diffValues } from '../../spec/diff.ts'

/** What is recorded of a resource's options. Protection stays until somebody lifts it. */
export function recordedOptions(
  options: ResourceOptions | undefined,
  before: RecordedOptions | undefined,
): Pick<ResourceRecord, 'options'> {
  const { protect = before?.protect === true, deletedWith, timeouts, provider } = options ?? {}
  const { replaceOrder, replaceOnChanges = [] } = options ?? {}
  const recorded: RecordedOptions = {
    ...(protect && { protect }),
    ...(deletedWith !== undefined && { deletedWith }),
    ...(timeouts !== undefined && { timeouts }),
    ...(provider !== undefined && { provider }),
    ...(replaceOrder !== undefined && { replaceOrder }),
    ...(replaceOnChanges.length > 0 && { replaceOnChanges }),
  }
  return Object.keys(recorded).length === 0 ? {} : { options: recorded }
}

export function sameOptions(a: Pick<ResourceRecord, 'options'>, b: Pick<ResourceRecord, 'options'>): boolean {
  // Most resources have none.
  if (a.options === b.options) return true
  const isOpen = a.options?.isOfAnyProvider === b.options?.isOfAnyProvider
  return isOpen && equalValues(optionsValue(a.options), optionsValue(b.options))
}

/** Prefix of the paths while options are compared. */
const optionsRoot = 'options'

/** What will be recorded differently, for people: `protect: true -> false`. */
export function optionChanges(
  before: RecordedOptions | undefined,
  after: RecordedOptions | undefined,
): readonly FieldChange[] {
  if (before === after) return []
  const changes = diffValues(optionsValue(before), optionsValue(after), optionsRoot)
  return changes.map((change) => Object.assign({}, change, { path: change.path.slice(optionsRoot.length + 1) }))
}

function optionsValue(options: RecordedOptions = {}): ValueMap {
  const { protect, deletedWith, timeouts, provider, replaceOrder, replaceOnChanges } = options
  const entries: readonly (readonly [string, Value | undefined])[] = [
    ['protect', protect],
    ['deletedWith', deletedWith],
    ['provider', provider],
    ['replaceOrder', replaceOrder],
    ['replaceOnChanges', replaceOnChanges],
    ['timeouts', timeouts && valueMap(Object.entries(timeouts))],
  ]
  return valueMap(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}
