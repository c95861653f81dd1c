/** Stands in `replaceBecause` where the user has asked for it. */
export const requested = 'requested'

/** Stands there where something else has triggered the replacement. */
export const triggeredBy = 'replaceTriggeredBy'

/** Stands there where what the resource stands in is replaced. */
export const containerReplaced = 'deletedWith'

const words = new Map([
  [triggeredBy, 'something that triggers its replacement has changed'],
  [containerReplaced, 'its container is replaced'],
])

/** What `replaceBecause` says, for people: paths of what cannot change in place, and other reasons in words. */
export function becauseReplaced(replaceBecause: readonly string[]): {
  readonly paths: readonly string[]
  readonly others: readonly string[]
} {
  return {
    paths: replaceBecause.filter((each) => each !== requested && !words.has(each)),
    others: replaceBecause.flatMap((each) => words.get(each) ?? []),
  }
}
