import { recordedOptionNames, resourceOptions } from '@slipway/model'
import { durationText } from '@slipway/operations/duration'
import type { RecordedOptions, ResourceRecord } from '@slipway/stores'

/** The recorded options of a resource, one line for each. */
export function optionFacts({
  options = {},
  removalPolicy,
}: Pick<ResourceRecord, 'options' | 'removalPolicy'>): readonly (readonly string[])[] {
  const facts = recordedOptionNames.flatMap((name) => {
    const value = options[name]
    return value === undefined ? [] : [[resourceOptions[name].recordedAs, optionText(value)]]
  })
  const isProtected = options.protect === true
  return removalPolicy === 'retain' ? facts.toSpliced(isProtected ? 1 : 0, 0, ['retained', 'yes']) : facts
}

function optionText(value: NonNullable<RecordedOptions[keyof RecordedOptions]>): string {
  if (value === true) return 'yes'
  if (typeof value === 'string') return value
  if ('join' in value) return value.join(', ')
  const times = Object.entries(value).map(([kind, ms]) => `${kind} ${durationText(ms)}`)
  return times.join(', ')
}
