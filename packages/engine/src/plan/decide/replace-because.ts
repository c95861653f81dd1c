/** The entry in `replaceBecause` if the user has asked for the replacement. */
export const requested = 'requested'

/** The entry if a trigger has changed. */
export const triggeredBy = 'replaceTriggeredBy'

/** The entry if the container of the resource is replaced. */
export const containerReplaced = 'deletedWith'

/** The entry if the resource exists, but its provider or an imported state calls it tainted. */
const tainted = 'tainted'

const together = 'replaceWith '

/** The entry if a resource is replaced whenever another one is. */
export function replacedTogetherWith(name: string): string {
  return `${together}${name}`
}

const words = new Map([
  [triggeredBy, 'a value that triggers its replacement has changed'],
  [containerReplaced, 'its container is replaced'],
  [tainted, 'it is tainted: it was not created properly'],
])

/** The entries of `replaceBecause` for people: paths that cannot change in place, and other reasons in words. */
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
