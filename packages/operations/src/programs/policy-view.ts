import { type AnalyzedResource, isMap, type ValueMap, valueMap } from '@slipway/model'
import { ownType, parseUrn } from '@slipway/programs'
import type { PolicyView } from '../parts/policies.ts'

/** Policies are about what a program gives, and what it has got; and a component is of the type that the program says. */
export const viewOfPrograms: PolicyView = {
  of(resource: AnalyzedResource): AnalyzedResource {
    const { urn, inputs, outputs } = resource.properties
    const parts = typeof urn === 'string' ? parseUrn(urn) : undefined
    if (parts === undefined) return resource
    const made = isMap(outputs) && Object.keys(outputs).length > 0 ? outputs : inputs
    return { ...resource, type: ownType(parts), properties: isMap(made) ? made : valueMap() }
  },
  withProperties(spec: ValueMap, inputs: ValueMap): ValueMap {
    return valueMap([...Object.entries(spec), ['inputs', inputs]])
  },
}
