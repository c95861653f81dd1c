import type { CodedResource } from '@slipway/engine'
import { Failure, type ValueMap } from '@slipway/model'
import type { CallPlace } from './call-place.ts'
import type { Captured } from './captured.ts'
import type { LinksTo } from './links-to.ts'
import type { Resolved } from './later.ts'
import type { ReadOutside } from './outside/question.ts'

/** A resource as a program has asked for it; parts of it may be known later. */
export interface Wish {
  readonly name: string
  readonly type: string
  readonly spec: Captured
  readonly beside: Captured
  /** Names, as the program says them. */
  readonly dependsOn: readonly string[]
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly linkSelector: LinksTo | undefined
  readonly removalPolicy: CodedResource['removalPolicy']
  readonly options: ValueMap
  readonly place: CallPlace | undefined
}

/** The resources that a program asks for. They are in the process of the engine; the program may be in another one. */
export interface Resources {
  readonly names: ReadonlySet<string>
  /** Names of those that could not be had, and of those that need them. */
  readonly missing: ReadonlySet<string>
  has(name: string): boolean
  ask(wish: Wish): Promise<unknown>
  /** The field of a resource. Fails for a field that its type does not have. */
  field(name: string, path: string, place: CallPlace | undefined): Promise<Resolved>
  /** Something from outside. */
  read: ReadOutside
  /** Nothing more is asked for. */
  end(): void
}

/** A resource could not be had: why, events have told. */
export class NotHad extends Failure {
  override readonly name = 'NotHad'

  constructor(resource: string) {
    super('programs/not-had', `${resource} could not be made or read`)
  }
}

/** A resource is not there, and the run leaves it out; or it needs one of these. */
export class LeftOut extends Failure {
  override readonly name = 'LeftOut'
  readonly resource: string

  constructor(resource: string) {
    super('programs/left-out', `${resource} does not exist, and this run leaves it out`)
    this.resource = resource
  }
}
