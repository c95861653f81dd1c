import type { ComputedValues, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'

/**
 * Asks for a resource. Its name is its own, and what it depends on has been asked for before. Resolves with its record once
 * that is durable and the resource stable; with `undefined` when it was not made: why, events have told. While a plan is made
 * nothing is: the record is what would become of it, as far as that can be known.
 */
export type Want = (resource: CheckedResource, how?: How) => Promise<ResourceRecord | undefined>

/**
 * `wanted`: it is made as it is asked for. `anew`: and replaced, if it is there. `left`: whatever is recorded stays as it is; `undefined`
 * where nothing is.
 */
export type How = 'wanted' | 'anew' | 'left'

/** What a program says beside its wishes. */
export interface Saying {
  /**
   * Fields of a resource that was made which only the program can work out, by path below the resource: `spec.url`. Resolves
   * once they are durable.
   */
  complete(name: string, computed: ComputedValues): Promise<void>
  /** Which of what it no longer asks for may go. Without it all of it may. */
  mayGo(test: (record: ResourceRecord) => boolean): void
  /** What the instance exports; what was said last counts. Without it everything is exported as before. */
  exports(values: ValueMap): void
}

/**
 * Says what is wanted bit by bit, while the run goes on. What it has not asked for when it ends well goes; when it fails,
 * nothing goes.
 */
export type Program = (want: Want, saying: Saying) => Promise<void>
