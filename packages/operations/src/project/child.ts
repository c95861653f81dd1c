import { Failure, shellWord } from '@slipway/model'
import { badInstanceName } from './instance-name.ts'

/** An instance as a user names it: `app`, or its child `app/network`. */
export interface NamedInstance {
  readonly instance: string
  /** The path of a child: `network`, `network/subnets`. */
  readonly child?: string
}

/**
 * Splits the name of an instance.
 *
 * @throws Failure `cli/bad-instance-name` for an invalid child path
 */
export function namedInstance(name: string): NamedInstance {
  const slash = name.indexOf('/')
  if (slash !== -1 && name.split('/').some((part) => /^\.{0,2}$|\p{Cc}/u.test(part))) throw badInstanceName(name)
  return slash === -1 ? { instance: name } : { instance: name.slice(0, slash), child: name.slice(slash + 1) }
}

/**
 * Refuses a child in operations that change something, because a child changes with its parent.
 *
 * @throws Failure `cli/child-instance`
 */
export function refuseChild({
  instance,
  child,
}: {
  readonly instance: string | undefined
  readonly child?: string
}): void {
  if (child === undefined || instance === undefined) return
  throw new Failure('cli/child-instance', `${instance}/${child} is a child of ${instance}, and is changed with it`, {
    hint: `name the parent: --instance ${instance}; up, plan and destroy take --target ${shellWord(child)} for everything in the child`,
  })
}
