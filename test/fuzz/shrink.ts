/**
 * A smaller input with the same fault, found by leaving out ever smaller parts. Asks at most `most` times.
 * @param isAtFault whether this input fails like the first one
 */
export async function shrunk(
  input: Buffer,
  isAtFault: (input: Buffer) => Promise<boolean>,
  most: number,
): Promise<Buffer> {
  let best = input
  let asked = 0
  for (let part = Math.ceil(best.length / 2); part >= 1;) {
    let isSmaller = false
    for (let at = 0; at < best.length;) {
      if (++asked > most) return best
      const without = Buffer.concat([best.subarray(0, at), best.subarray(at + part)])
      if (await isAtFault(without)) {
        best = without
        isSmaller = true
      } else at += part
    }
    if (part === 1 && !isSmaller) return best
    part = isSmaller ? Math.min(part, Math.ceil(best.length / 2)) || 1 : Math.floor(part / 2) || 1
    if (best.length === 0) return best
  }
  return best
}
