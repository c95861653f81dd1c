/**
 * Why a program has failed that ended itself, as if all were well: what it had not come to ask for then is not what its author no longer
 * wants.
 *
 * @param by what ends a program of the language at once
 */
export function earlyEnd(by: string): string {
  return (
    `it ended itself before it had come to its end (${by}), so nothing was taken down that it had not asked for: let it come to ` +
    'its end, without that; to stop it, throw an error'
  )
}
