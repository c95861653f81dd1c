import { type AnalyzedResource, isMap, isPart, type ValueMap, valueMap } from '@slipway/model'
import { ownType, parseUrn, typeOfPart } from '@slipway/programs'
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
  withProperties({ properties: spec }: AnalyzedResource, inputs: ValueMap): ValueMap {
    return valueMap([...Object.entries(spec), ['inputs', inputs]])
  },
}

/** Parts of a blueprint's components are as resources of programs are; the rest is as it is recorded. */
export const viewOfParts: PolicyView = {
  of(resource: AnalyzedResource): AnalyzedResource {
    return isPart(resource) ? viewOfPrograms.of({ ...resource, type: typeOfPart(resource.type) }) : resource
  },
  withProperties(resource: AnalyzedResource, properties: ValueMap): ValueMap {
    return isPart(resource) ? viewOfPrograms.withProperties(resource, properties) : properties
  },
}
