import { Failure } from '@slipway/model'

/** Nobody knows what a program needs before it has run: it runs as a whole, or not at all. */
export function refuseParts({
  targets = [],
  replace = [],
}: {
  readonly targets?: readonly string[] | undefined
  readonly replace?: readonly string[] | undefined
}): void {
  const [name] = [...targets, ...replace]
  if (name === undefined) return
  const option = targets.length > 0 ? '--target' : '--replace'
  throw new Failure('programs/whole', `${option} ${name} is not for programs: a program runs as a whole`, {
    hint: 'slipway destroy takes --target; a resource is made anew when its replacementTrigger changes',
  })
}
