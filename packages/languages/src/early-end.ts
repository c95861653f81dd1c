/**
 * The reason for the failure of a program that ended itself, as if all were well: the resources that it had not asked for by then may still
 * be wanted.
 * @param by the call that ends a program of the language at once
 */
export function earlyEnd(by: string): string {
  return (
    `it ended itself before it had come to its end (${by}), so nothing was taken down that it had not asked for: let it come to ` +
    'its end, without that; to stop it, throw an error'
  )
}
