import { isMap, isSecret, mapEntries, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import { keptName, notedNames, structToJson } from '@slipway/protocol/pulumi'
import type { ResourceRecord } from '@slipway/stores'
import type { PulumiResource } from '../deployments/deployment.ts'

/** True for a property that only the plugin sets. */
export type IsAnswer = (type: string, property: string) => boolean

/** The plugin's checked and answered values of a resource, if known; otherwise the values of the spec. */
export function propertiesOf(
  { type, spec }: Pick<ResourceRecord, 'type' | 'spec'>,
  isAnswer: IsAnswer = () => false,
): Pick<PulumiResource, 'inputs' | 'outputs'> {
  const { inputs = null, outputs = null } = keptIn(spec)
  // The id counts as a property only if the plugin's kept answer contains it.
  const own = Object.entries(spec).filter(([name]) => !notedNames.has(name) && name !== 'id')
  const given = valueMap(own.filter(([name]) => !isAnswer(type, name)))
  const answered = valueMap([...own, ...(isMap(outputs) ? Object.entries(outputs) : [])])
  return { inputs: structToJson(isMap(inputs) ? marked(inputs, spec) : given), outputs: structToJson(answered) }
}

/** The unchanged inputs and answers of its plugin. */
export function keptIn(spec: ValueMap): ValueMap {
  const kept = opened(spec[keptName] ?? null)
  return isMap(kept) ? mapEntries(kept, opened) : valueMap()
}

/** Opens kept values; older states store them as one secret. */
function opened(value: Value): Value {
  return isSecret(value) ? revealed(value) : value
}

/** Inputs with the spec's secret marks, which older states lack. */
function marked(inputs: ValueMap, spec: ValueMap): ValueMap {
  return valueMap(
    Object.entries(inputs).map(([name, value]) => {
      const said = spec[name]
      return [name, said !== undefined && sameContent(said, value) ? said : value] as const
    }),
  )
}

function sameContent(said: Value, value: Value): boolean {
  return JSON.stringify(revealed(said)) === JSON.stringify(revealed(value))
}
