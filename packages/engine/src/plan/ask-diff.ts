import { containsUnknown } from '@slipway/model'
import type { Answers, DiffQuestion, Questions } from '../providers/answers.ts'
import { currentResource } from '../reality/current-resource.ts'
import { callOptions } from './configured-now.ts'
import type { AskDiff } from './decide.ts'

/** Uses the answers that are there, and asks for the rest. */
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
    const answer = answers.diff(question)
    if (answer === undefined) questions.ask(question)
    return answer
  }
}
