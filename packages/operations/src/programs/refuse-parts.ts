import { Failure } from '@slipway/model'

/** Nobody knows what a program needs before it has run: it runs as a whole, or not at all. */
export function refuseParts({
  targets = [],
  exclude = [],
  replace = [],
}: {
  readonly targets?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly replace?: readonly string[] | undefined
}): void {
  const [name] = [...targets, ...exclude, ...replace]
  if (name === undefined) return
  const option = targets.length > 0 ? '--target' : exclude.length > 0 ? '--exclude' : '--replace'
  throw new Failure('programs/whole', `${option} ${name} is not for programs: a program runs as a whole`, {
    hint: 'slipway destroy takes --target and --exclude; a resource is made anew when its replacementTrigger changes',
  })
}
