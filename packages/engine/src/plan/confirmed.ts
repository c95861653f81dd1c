import type { ResourceDiff } from '@slipway/model'
import type { Answers } from '../providers/answers.ts'
import type { Draft } from './drafted.ts'

/**
 * True when none of the providers that were asked has found a difference either. Another draft would then give the same plan, so
 * none is made. Most plans with nothing to do end this way.
 *
 * @param answers to all questions of the draft
 */
export function isConfirmed({ questions, isAllAsked, steps }: Draft, answers: Answers): boolean {
  if (questions.length === 0 || !isAllAsked) return false
  const unchanged = new Map(
    steps.flatMap(({ action, name, current }) => (action === 'none' ? [[name, current?.id]] : [])),
  )
  return questions.every((question) => {
    if (question.kind !== 'diff') return false
    const { resourceName, resourceId } = question.request
    return unchanged.get(resourceName) === resourceId && findsNothing(answers.diff(question))
  })
}

function findsNothing(diff: ResourceDiff | undefined): boolean {
  if (diff === undefined) return false
  const { replaceBecause, destroyFirst, differs, hidden } = diff
  return replaceBecause.length === 0 && !destroyFirst && differs === undefined && hidden === undefined
}
