import { Failure, type Value } from '@slipway/model'
import type { CallPlace } from './call-place.ts'
import type { Captured } from './captured.ts'
import type { LinksTo } from './options/links-to.ts'
import type { Resolved } from './later.ts'
import type { ReadOutside } from './outside/question.ts'

/** A program's request for a resource; parts of it may be known later. */
export interface Wish {
  readonly name: string
  readonly type: string
  readonly spec: Captured
  readonly beside: Captured
  /** The names as written in the program. */
  readonly dependsOn: readonly string[]
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly linkSelector: LinksTo | undefined
  readonly removalPolicy: string | undefined
  /** The other options, as the program gives them: no one has checked them. */
  readonly options: Value
  readonly place: CallPlace | undefined
}

/** The requested resources. They live in the engine's process; the program may run in another process. */
export interface Resources {
  readonly names: ReadonlySet<string>
  /** The names of unavailable resources and of resources that need them. */
  readonly missing: ReadonlySet<string>
  has(name: string): boolean
  ask(wish: Wish): Promise<unknown>
  /** Reads a field of a resource. Fails for a field that its type does not have. */
  field(name: string, path: string, place: CallPlace | undefined): Promise<Resolved>
  /** Answers questions of the program to the outside. */
  read: ReadOutside
  /** Ends the requests. */
  end(): void
}

/** A resource is unavailable. Events have already reported the reason. */
export class NotHad extends Failure {
  override readonly name = 'NotHad'

  constructor(resource: string) {
    super('programs/not-had', `${resource} could not be made or read`)
  }
}

/** A resource does not exist and the run leaves it out, or it needs such a resource. */
export class LeftOut extends Failure {
  override readonly name = 'LeftOut'
  readonly resource: string

  constructor(resource: string) {
    super('programs/left-out', `${resource} does not exist, and this run leaves it out`)
    this.resource = resource
  }
}
