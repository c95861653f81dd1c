import { isMap, isSecret, mapEntries, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import { keptName, notedNames, structToJson } from '@slipway/protocol/pulumi'
import type { ResourceRecord } from '@slipway/stores'
import type { PulumiResource } from '../deployments/deployment.ts'

/** True for a property of a type that its plugin answers and nobody gives. */
export type IsAnswer = (type: string, property: string) => boolean

/** The plugin's checked and answered values of a resource, where they are known; else the values of the spec. */
export function propertiesOf(
  { type, spec }: Pick<ResourceRecord, 'type' | 'spec'>,
  isAnswer: IsAnswer = () => false,
): Pick<PulumiResource, 'inputs' | 'outputs'> {
  const { inputs = null, outputs = null } = keptIn(spec)
  // The id is a property only where the plugin has answered it as one, which is kept.
  const own = Object.entries(spec).filter(([name]) => !notedNames.has(name) && name !== 'id')
  const given = valueMap(own.filter(([name]) => !isAnswer(type, name)))
  const answered = valueMap([...own, ...(isMap(outputs) ? Object.entries(outputs) : [])])
  return { inputs: structToJson(isMap(inputs) ? marked(inputs, spec) : given), outputs: structToJson(answered) }
}

/** The values that its plugin was given and has answered, unchanged. */
export function keptIn(spec: ValueMap): ValueMap {
  const kept = opened(spec[keptName] ?? null)
  return isMap(kept) ? mapEntries(kept, opened) : valueMap()
}

/** Older states keep all of it as one secret. */
function opened(value: Value): Value {
  return isSecret(value) ? revealed(value) : value
}

/** Inputs with those marked as secrets that the spec calls secret: an older state does not say it. */
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
