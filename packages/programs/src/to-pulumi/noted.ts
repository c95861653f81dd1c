import { isList, isMap, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { PulumiResource } from '../deployments/deployment.ts'

/** Properties of a resource as a state of Pulumi has them. */
type ToJson = (map: ValueMap) => Readonly<Record<string, unknown>>

/** What a record notes of a resource beside its properties. */
export interface Noted {
  /** Maps of `type`, `name`, `parent`, `inputs`, `outputs`. */
  readonly views?: Value | undefined
  readonly initErrors?: Value | undefined
  readonly isReadFirst?: Value | undefined
}

/** The same in a state of Pulumi, which has fields for it. */
export function notedFields({ initErrors, isReadFirst }: Noted): Partial<PulumiResource> {
  const reasons = isList(initErrors) ? initErrors.filter((each) => typeof each === 'string') : []
  return {
    ...(reasons.length > 0 && { initErrors: reasons }),
    ...(isReadFirst === true && { refreshBeforeUpdate: true }),
  }
}

/**
 * The parts of a resource: resources of their own in Pulumi, below it or below each other. Parts of one that is about to go are left out:
 * they would have the URNs of its successor's parts.
 */
export function viewResources({ views }: Noted, owner: PulumiResource, toJson: ToJson): readonly PulumiResource[] {
  const urns = new Map<string, string>()
  if (owner.delete === true) return []
  return listed(views).map((view) => {
    const { type, name, parent, inputs, outputs } = view
    const above = (isMap(parent) && urns.get(keyOf(parent))) || owner.urn
    const urn = below(above, textOf(type), textOf(name))
    urns.set(keyOf(view), urn)
    return {
      urn,
      custom: false,
      type: textOf(type),
      inputs: toJson(isMap(inputs) ? inputs : valueMap()),
      outputs: toJson(isMap(outputs) ? outputs : valueMap()),
      parent: above,
      viewOf: owner.urn,
    }
  })
}

function listed(views: Value | undefined): readonly ValueMap[] {
  const plain = revealed(views ?? null)
  return isList(plain) ? plain.map(revealed).filter(isMap) : []
}

/** The URN of what lies below another resource: types of all that it lies in come before its own. */
function below(above: string, type: string, name: string): string {
  const [stack = '', project = '', types = ''] = above.split('::')
  return [stack, project, `${types}$${type}`, name].join('::')
}

function keyOf({ type, name }: ValueMap): string {
  return JSON.stringify([textOf(type), textOf(name)])
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}
