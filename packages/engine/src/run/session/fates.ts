import type { Deployment } from './deployment.ts'

/** The known fates of records in a run. */
export class Fates {
  /** Ids of the records that this run has steps to destroy or to forget. */
  readonly going = new Set<string>()
  readonly forgetting = new Set<string>()
  /** The ids of the resources that go together with a resource, by its id. */
  readonly together = new Map<string, Set<string>>()
  /** Ids, by name, of older generations that turned out to be the wanted resource and therefore stay. */
  readonly takenBack = new Map<string, string>()
  /** Ids of resources that may have been in a container that this run has destroyed. The run must look for them before it uses them. */
  readonly perhapsGone = new Set<string>()
  /** The work of steps that turned out to be able to start, by key. */
  readonly readied = new Map<string, Deployment>()
  /** Keys of the steps that turned out not to be able to start, before anything was destroyed to make room for them. */
  readonly unready = new Set<string>()
}
