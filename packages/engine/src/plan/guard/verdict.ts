import type { ResourceRecord } from '@slipway/stores'
import type { Obstacle } from '../../reality/obstacles/obstacles.ts'
import type { Situation } from '../../reality/gathered/situation.ts'
import type { PlannedEnd, Guard, Question, Words } from './guard.ts'
import { guards } from './guards.ts'

/** The obstacle to a simple end: the first row of the table that applies. */
export type Verdict =
  | { readonly outcome: 'stays'; readonly guard: Guard; readonly because: string; readonly isSettled: boolean }
  | { readonly outcome: 'forgotten'; readonly guard: Guard; readonly because: string; readonly other?: ResourceRecord }
  | { readonly outcome: 'refused'; readonly guard: Guard; readonly obstacle: Obstacle }
  | { readonly outcome: 'asked about'; readonly guard: Guard; readonly question: Question }

const asked: Readonly<Record<'plan' | 'run', readonly Guard[]>> = {
  plan: guards.filter(({ when, isOfWholePlan = false }) => when !== 'run' && !isOfWholePlan),
  run: guards.filter(({ when }) => when !== 'plan'),
}

/**
 * Asks the table whether a resource may end.
 *
 * @param after the row after which to start, because its answer from outside was no obstacle
 * @returns `undefined` if there is no obstacle
 */
export function verdictOn(
  end: PlannedEnd,
  situation: Situation,
  who: 'plan' | 'run',
  after?: Guard,
): Verdict | undefined {
  const rows = asked[who]
  for (let at = after === undefined ? 0 : rows.indexOf(after) + 1; at < rows.length; at++) {
    const verdict = verdictOf(rows[at], end, situation)
    if (verdict !== undefined) return verdict
  }
  return undefined
}

function verdictOf(guard: Guard | undefined, end: PlannedEnd, situation: Situation): Verdict | undefined {
  if (guard === undefined) return undefined
  if (guard.outcome === 'asked about') return { outcome: guard.outcome, guard, question: guard.name }
  if (guard.outcome === 'refused') {
    const obstacle = guard.test(end, situation)
    return obstacle && { outcome: guard.outcome, guard, obstacle }
  }
  const words = guard.test(end, situation)
  if (words === undefined) return undefined
  const because = sentenceOf(guard.sentence, words)
  if (guard.outcome === 'stays') return { outcome: guard.outcome, guard, because, isSettled: guard.isSettled === true }
  const other = guard.other?.(end, situation)
  return { outcome: guard.outcome, guard, because, ...(other !== undefined && { other }) }
}

/** A sentence of the table with its words: `{reader} still reads it`. */
function sentenceOf(sentence: string, words: Words): string {
  return sentence.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
}

/** The reason why a record is only forgotten: it certainly stands for the same thing as another record. */
export function isSameThing({ name }: Pick<ResourceRecord, 'name'>): string {
  return sentenceOf(guardOf('same thing').sentence, { other: name })
}

export function guardOf(name: string): Guard {
  const found = guards.find((guard) => guard.name === name)
  if (found === undefined) throw new TypeError(`there is no guard with the name ${name}`)
  return found
}
