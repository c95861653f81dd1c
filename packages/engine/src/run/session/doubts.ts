import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from '../../reality/gathered.ts'
import type { RepeatedCreate } from './deployment.ts'

/** The open doubts of a run, and its findings about them. */
export class Doubts {
  /** Ids of resources of which nobody can say whether they were made, not even by repeating the create. */
  readonly undecided: Set<string>
  readonly mayCome: ReadonlySet<string>
  /** By resource id: creates of this run without a good answer, as long as what they may have made is not recorded. */
  readonly inDoubt = new Map<string, ResourceRecord>()
  /** Types whose providers have shown that they find things by resource id. */
  readonly knownById = new Set<string>()
  /** By resource id: creates that were repeated, which happens once in a run, whoever needs it. */
  readonly repeatedCreates = new Map<string, Promise<RepeatedCreate>>()
  /** When a delete of an earlier run was first waited for, in Unix milliseconds: many are not waited for one after the other. */
  readonly lateDeletes: { began?: number } = {}

  constructor({ undecided, mayCome = new Set() }: Pick<Gathered, 'undecided' | 'mayCome'>) {
    this.undecided = new Set(undecided)
    this.mayCome = mayCome
  }
}
