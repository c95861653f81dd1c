import type { ValueMap } from '@slipway/model'
import type { CheckedResource } from '../check/checked.ts'
import type { Answers, Questions } from '../providers/answers.ts'

export interface Asking {
  readonly answers: Answers
  readonly questions: Questions
  readonly instance: string
}

/** What is wanted of a resource as policies put it right, where there are any; as it is as long as nobody has asked them. */
export function remedied(
  { name, type, dependsOn }: CheckedResource,
  spec: ValueMap,
  { answers, questions, instance }: Asking,
): ValueMap {
  if (!answers.areRemedied) return spec
  const question = { kind: 'remedy', resource: { name, type, instance, properties: spec, dependsOn } } as const
  const answer = answers.remedy(question)
  if (answer === undefined) questions.ask(question)
  return answer ?? spec
}
