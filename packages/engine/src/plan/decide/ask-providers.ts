import {
  type ComputedValues,
  Failure,
  type ValueMap,
  containsUnknown,
  type AnalyzedOptions,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { withUnknownComputed } from '../../check/resources/resolve-spec.ts'
import type { Answers, PreviewQuestion, Questions, DiffQuestion } from '../../providers/questions/answers.ts'
import { currentResource } from '../../reality/recorded/current-resource.ts'
import { mergeComputed } from '../../spec/merge-computed.ts'
import { resourceChanges } from '../../spec/changes.ts'
import { callOptions } from './configured-now.ts'
import type { Decision, AskDiff } from './decide.ts'
import type { Resolved } from './metadata.ts'
import { configuringResource } from '../../language/configuring-resource.ts'
import { optional } from '../../language/parse/optional.ts'
import type { ResourceOptions } from '../../language/resource-options.ts'

/** A resource with its decision. */
interface Planned {
  readonly resource: CheckedResource
  readonly resolved: Resolved
  readonly decision: Decision
  readonly record: ResourceRecord | undefined
}

interface Instance {
  readonly instanceId: string
  readonly instanceName: string
}

/**
 * The spec that others will see once a resource has been made or changed, if its provider can predict it; `undefined` if it cannot, or has
 * not been asked yet.
 */
export type Previewed = (planned: Planned) => ValueMap | undefined

/** Gives the specs that providers have predicted, and asks for those that have no answer yet. */
export function providerPreviews(answers: Answers, questions: Questions, instance: Instance): Previewed {
  /** Names of resources without an answer. Resources that depend on them are asked about later, when their values are known. */
  const open = new Set<string>()
  return (planned) => {
    const { resource, resolved, record, decision } = planned
    const { name, definition, dependsOn } = resource
    // The parts of a composed resource are always shown, so its provider is always asked.
    const isAsked = answers.arePreviewed || definition.isComposed === true
    if (!isAsked || definition.comparedBy === undefined) return undefined
    const question = questionOf(planned, instance)
    const isEarly = !questions.isDecided(name) || dependsOn.some((other) => open.has(other))
    const answer = isEarly ? undefined : answers.to(question)
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

/** Gives the provider's answers about changes, and asks about those that have no answer yet. */
export function askingDiff(
  answers: Answers,
  questions: Questions,
  instance: { readonly instanceId: string; readonly instanceName: string },
): AskDiff {
  return ({ resource, spec, goesFirst }, record) => {
    const { type, name, definition } = resource
    const options = callOptions(resource)
    if (definition.comparedBy === undefined && containsUnknown(spec)) return undefined
    const current = currentResource(record)
    const { ignoreChanges = [] } = resource.options ?? {}
    const ignored = ignoreChanges.length === 0 ? {} : { ignoreChanges }
    const first = goesFirst?.(record) === undefined ? {} : { goesFirst: true as const }
    const about = { type, resourceId: record.id, resourceName: name, ...instance, options, ...ignored, ...first }
    const request = { ...about, spec, current }
    const question: DiffQuestion = { kind: 'diff', request }
    const answer = answers.to(question)
    if (answer === undefined) questions.ask(question)
    return answer
  }
}

export interface Asking {
  readonly answers: Answers
  readonly questions: Questions
  readonly instance: string
}

/** The wanted spec with the remedies of policies; unchanged if there are none, or none has been asked yet. */
export function remediedByPolicies(
  { name, type, dependsOn, options, configuredBy }: CheckedResource,
  spec: ValueMap,
  { answers, questions, instance }: Asking,
): ValueMap {
  if (!answers.areRemedied) return spec
  const provider = configuredBy && {
    name: configuringResource(options?.provider) ?? '',
    properties: configuredBy.settings ?? valueMap(),
  }
  const beside = { ...optional('options', analyzed(options)), ...optional('provider', provider) }
  const resource = { name, type, instance, properties: spec, dependsOn, ...beside }
  const question = { kind: 'remedy', resource } as const
  const answer = answers.to(question)
  if (answer === undefined) questions.ask(question)
  return answer ?? spec
}

function analyzed(options: ResourceOptions | undefined): AnalyzedOptions | undefined {
  if (options === undefined) return undefined
  const { protect, ignoreChanges, aliases, timeouts, replaceOrder, provider } = options
  return {
    ...optional('protect', protect),
    ...optional('ignoreChanges', ignoreChanges),
    ...optional('aliases', aliases),
    ...optional('timeouts', timeouts),
    ...optional('provider', provider),
    ...(replaceOrder !== undefined && { destroyFirst: replaceOrder === 'destroy-first' }),
  }
}
