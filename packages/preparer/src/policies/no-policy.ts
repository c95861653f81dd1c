import { authPolicy, type AuthPolicy, type Objection } from './policy.ts'

/** A policy that lets everything run. */
export class NoPolicy implements AuthPolicy {
  readonly name = 'no-policy'
  readonly provides = [authPolicy]
  readonly version = 'none'

  init(): void {}
  close(): void {}

  authorise(): Objection {
    return undefined
  }

  verify(): Objection {
    return undefined
  }

  authoriseTask(): Objection {
    return undefined
  }
}
