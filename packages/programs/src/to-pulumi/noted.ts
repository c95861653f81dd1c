import { isList, isMap, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { PulumiResource } from '../deployments/deployment.ts'

/** Converts properties to the form of a Pulumi state. */
type ToJson = (map: ValueMap) => Readonly<Record<string, unknown>>

/** The notes in a record besides a resource's properties. */
export interface Noted {
  /** Maps of `type`, `name`, `parent`, `inputs`, `outputs`. */
  readonly views?: Value | undefined
  readonly initErrors?: Value | undefined
  readonly isReadFirst?: Value | undefined
}

/** The notes as fields of a Pulumi state. */
export function notedFields({ initErrors, isReadFirst }: Noted): Partial<PulumiResource> {
  const reasons = isList(initErrors) ? initErrors.filter((each) => typeof each === 'string') : []
  return {
    ...(reasons.length > 0 && { initErrors: reasons }),
    ...(isReadFirst === true && { refreshBeforeUpdate: true }),
  }
}

/**
 * The parts of a resource, which are separate resources in Pulumi, below it or each other. Leaves out parts of a resource pending
 * destruction, because their URNs would equal those of its successor's parts.
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

/** The URN of a resource below another one. The types of all parents precede its own. */
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
