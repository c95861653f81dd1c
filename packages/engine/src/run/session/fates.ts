import type { Deployment } from './deployment.ts'

/** The fates of records in a run, as far as they are known. */
export class Fates {
  /** Ids of what this run has steps to destroy, and to forget. */
  readonly going = new Set<string>()
  readonly forgetting = new Set<string>()
  /** By id: the ids of resources that go together with this one. */
  readonly together = new Map<string, Set<string>>()
  /** By name: ids of older generations that turned out to be what is wanted, and so stay. */
  readonly takenBack = new Map<string, string>()
  /** Ids of what may have stood in something that this run has destroyed: before it is used, it must be looked for. */
  readonly perhapsGone = new Set<string>()
  /** By key: the work of steps that have turned out to be able to start. */
  readonly readied = new Map<string, Deployment>()
  /** Keys of the steps that turned out not to be able to start, before anything was destroyed to make room for them. */
  readonly unready = new Set<string>()
}
