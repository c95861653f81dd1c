import type { ResourceTypeDefinition } from '@slipway/model'
import type { LinkRecord, ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'

/**
 * The fate of a record that a plan or run ends: it `goes`, is `forgotten`, or was to go and is `kept` because it turned out to be wanted.
 */
export type Fate = 'goes' | 'forgotten' | 'kept'

/**
 * The records and their fates. A plan answers from the state and its own decisions; a run answers from the present records and the
 * remaining steps. Only these facts decide what may end (plan/guard).
 */
export interface Situation {
  readonly operation: 'up' | 'destroy' | 'refresh' | 'tasks'
  readonly providers: Providers
  definition(type: string): ResourceTypeDefinition | undefined
  row(id: string): ResourceRecord | undefined
  /** The record that has this name, or will have it. A successor that is yet to be made has no record. */
  named(name: string): ResourceRecord | undefined
  /** Whether a resource with this name is wanted. `perhaps`: a program may still ask for it. */
  wanted(name: string): 'yes' | 'no' | 'perhaps'
  /** True for the name of a resource whose condition is false. */
  isAbsent(name: string): boolean
  /** True if the provider has looked for the resource, and did not find it. */
  isMissing(id: string): boolean
  /** The fate of a record; `undefined` if it stays. */
  fateOf(id: string): Fate | undefined
  /** True for a record that ends together with another record, without a call of its own. */
  goesWith(id: string, container: string): boolean
  /** True for a record that was to end together with a container that still exists. */
  hasContainerLeft(id: string): boolean
  /** Records that read this record, and that will still read it when it ends, as far as is known. The first one is named to users. */
  readersOf(id: string): Iterable<ResourceRecord>
  /** The name of a wanted resource that will still read a replaced record. */
  willRead(id: string): string | undefined
  /** Records that may be members of this container. */
  membersOf(container: ResourceRecord): Iterable<ResourceRecord>
  linkOn(id: string): Pick<LinkRecord, 'name'> | undefined
  /** Another record that stands for the same thing, and keeps it alive. */
  sameThing(record: ResourceRecord): ResourceRecord | undefined
  /** Whether to assume that the resource exists and uses its inputs. */
  isLikely(record: ResourceRecord): boolean
  /** The name of a resource of this type whose create did not happen. */
  uncreated(type: string): string | undefined
}
