import { type ComputedValues, Failure, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { withUnknownComputed } from '../check/resolve-spec.ts'
import type { Answers, PreviewQuestion, Questions } from '../providers/answers.ts'
import { currentResource } from '../reality/current-resource.ts'
import { mergeComputed } from '../spec/merge-computed.ts'
import { resourceChanges } from '../spec/changes.ts'
import { callOptions } from './configured-now.ts'
import type { Decision } from './decide.ts'
import type { ResolvedMetadata } from './metadata.ts'

/** What is to be done to a resource. */
interface Planned {
  readonly resource: CheckedResource
  readonly resolved: ResolvedMetadata & { readonly spec: ValueMap }
  readonly decision: Decision
  readonly record: ResourceRecord | undefined
}

interface Instance {
  readonly instanceId: string
  readonly instanceName: string
}

/**
 * What others will see of a resource once it has been made or changed, if its provider can say that before. `undefined`: it
 * cannot, or it has not been asked yet.
 */
export type Previewed = (planned: Planned) => ValueMap | undefined

/** Uses the answers that are there, and asks for the rest. */
export function previewing(answers: Answers, questions: Questions, instance: Instance): Previewed {
  /** Names of resources without an answer so far. What depends on them is asked about later, when their values are known. */
  const open = new Set<string>()
  return (planned) => {
    const { resource, resolved, record, decision } = planned
    const { name, definition, dependsOn } = resource
    // The parts of a composed resource are always shown.
    const isAsked = answers.arePreviewed || definition.isComposed === true
    if (!isAsked || definition.comparedBy === undefined) return undefined
    const question = questionOf(planned, instance)
    const isEarly = !questions.isDecided(name) || dependsOn.some((other) => open.has(other))
    const answer = isEarly ? undefined : answers.preview(question)
    if (answer === undefined) {
      if (!isEarly) questions.ask(question)
      open.add(name)
      return undefined
    }
    if (answer === 'unable') return undefined
    const before = decision.action === 'update' ? record?.spec : undefined
    const merged = mergedOrNothing(definition, resolved.spec, answer, before)
    return merged && (withUnknownComputed(definition.schema, merged, `resources.${name}.spec`) as ValueMap)
  }
}

function questionOf(
  { resource, resolved, decision: { action, changes }, record }: Planned,
  instance: Instance,
): PreviewQuestion {
  const { type, name, definition } = resource
  const options = callOptions(resource)
  const { spec, metadata, description } = resolved
  const isUpdate = action === 'update' && record !== undefined
  return {
    kind: 'preview',
    request: {
      type,
      resourceId: isUpdate ? record.id : '',
      resourceName: name,
      ...instance,
      spec,
      ...(metadata !== undefined && { metadata }),
      ...(description !== undefined && { description }),
      ...(isUpdate && { current: currentResource(record) }),
      changes: resourceChanges(definition.schema, changes, action === 'replace'),
      ...(options !== undefined && { options }),
    },
  }
}

/** Ignores an answer that does not fit the schema: the deployment will report it. */
function mergedOrNothing(
  definition: CheckedResource['definition'],
  spec: ValueMap,
  answer: ComputedValues,
  before: ValueMap | undefined,
): ValueMap | undefined {
  try {
    return mergeComputed(definition, spec, answer, before)
  } catch (thrown) {
    if (thrown instanceof Failure) return undefined
    throw thrown
  }
}
