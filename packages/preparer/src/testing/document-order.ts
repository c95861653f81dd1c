import type { HookMoment } from '@slipway/model'

/** A moment of a pod, as one hook saw it. */
export interface ToldMoment {
  readonly moment: HookMoment
  readonly attempt: number
  /** Id of the deploy, the same for all its attempts. */
  readonly deploy: string
}

/** The moment that must come right before another one, in the same attempt. */
const precursors: Partial<Record<HookMoment, HookMoment>> = {
  after_install: 'before_install',
  before_launch: 'after_install',
  after_launch: 'before_launch',
}

/**
 * The moments of one pod on one node, oldest first, that the document does not allow. The moment in which a preparer died may come again
 * with the same attempt; an attempt may fail after any moment but its last.
 */
export function disallowed(moments: readonly ToldMoment[]): readonly string[] {
  const attempts = new Map<string, number>()
  const over = new Set<string>()
  return moments.flatMap((told, index) => {
    const before = moments[index - 1]
    const isSameAttempt = before?.deploy === told.deploy && before.attempt === told.attempt
    if (isSameAttempt && before.moment === told.moment) return []
    const precursor = precursors[told.moment]
    const isFollowing = isSameAttempt && before.moment === precursor
    const isOk = precursor === undefined ? isBeginning(told, attempts, over) : isFollowing
    if (told.moment === 'before_install') attempts.set(told.deploy, told.attempt)
    if (told.moment === 'after_launch' || told.moment === 'after_auth_fail') over.add(told.deploy)
    return isOk ? [] : [`${momentText(before)} -> ${momentText(told)}`]
  })
}

function isBeginning(
  { moment, attempt, deploy }: ToldMoment,
  attempts: ReadonlyMap<string, number>,
  over: ReadonlySet<string>,
): boolean {
  if (moment !== 'before_install') return true
  return !over.has(deploy) && attempt === (attempts.get(deploy) ?? 0) + 1
}

function momentText(told: ToldMoment | undefined): string {
  return told === undefined ? 'nothing' : `${told.moment} ${told.attempt} of ${told.deploy}`
}
