/**
 * The reason for the failure of a program that ended itself as if all were well: resources that it had not yet asked for may still be wanted.
 * @param by the call that ends a program of the language at once
 */
export function earlyEnd(by: string): string {
  return (
    `it stopped before its end (${by}), so resources that it had not asked for were not destroyed: let it run to ` +
    'its end, without that; to stop it, throw an error'
  )
}
