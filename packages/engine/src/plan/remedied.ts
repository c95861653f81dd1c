import { type AnalyzedOptions, type ValueMap, valueMap } from '@slipway/model'
import type { CheckedResource } from '../check/checked.ts'
import { configuringResource } from '../language/configuring-resource.ts'
import { optional } from '../language/parse/optional.ts'
import type { ResourceOptions } from '../language/resource-options.ts'
import type { Answers, Questions } from '../providers/answers.ts'

export interface Asking {
  readonly answers: Answers
  readonly questions: Questions
  readonly instance: string
}

/** What is wanted, as policies remedy it. Unchanged if there are none, or none has been asked yet. */
export function remedied(
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
  const answer = answers.remedy(question)
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
