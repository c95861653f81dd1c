import type { CodedResource } from '@slipway/engine'
import type { ValueMap } from '@slipway/model'
import type { CallPlace } from './call-place.ts'
import type { Captured } from './captured.ts'
import type { Resolved } from './later.ts'

/** A resource as a program has asked for it; parts of it may be known later. */
export interface Wish {
  readonly name: string
  readonly type: string
  readonly spec: Captured
  readonly beside: Captured
  /** Names, as the program says them. */
  readonly dependsOn: readonly string[]
  readonly labels: Readonly<Record<string, string>> | undefined
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
  /** Nothing more is asked for. */
  end(): void
}
