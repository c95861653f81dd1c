/** Stands in `replaceBecause` if the user has asked for it. */
export const requested = 'requested'

/** Stands there if something else has triggered the replacement. */
export const triggeredBy = 'replaceTriggeredBy'

/** Stands there if the container of the resource is replaced. */
export const containerReplaced = 'deletedWith'

const together = 'replaceWith '

/** Stands there if a resource is replaced whenever another one is. */
export function replacedTogetherWith(name: string): string {
  return `${together}${name}`
}

const words = new Map([
  [triggeredBy, 'something that triggers its replacement has changed'],
  [containerReplaced, 'its container is replaced'],
])

/** What `replaceBecause` says, for people: paths that cannot change in place, and other reasons in words. */
export function becauseReplaced(replaceBecause: readonly string[]): {
  readonly paths: readonly string[]
  readonly others: readonly string[]
} {
  const paths: string[] = []
  const others: string[] = []
  for (const each of replaceBecause) {
    const known = words.get(each)
    if (known !== undefined) others.push(known)
    else if (each.startsWith(together)) others.push(`it is replaced together with ${each.slice(together.length)}`)
    else if (each !== requested) paths.push(each)
  }
  return { paths, others }
}
