import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import type { RepeatedCreate } from './deployment.ts'

/** The open doubts of a run, and its findings about them. */
export class Doubts {
  /** Ids of resources whose creation stays in doubt, because not even a repeated create can settle it. */
  readonly undecided: Set<string>
  readonly mayCome: ReadonlySet<string>
  /** Creates of this run without a good answer, by resource id, until the things that they may have made are recorded. */
  readonly inDoubt = new Map<string, ResourceRecord>()
  /** Types whose providers have shown that they find things by resource id. */
  readonly knownById = new Set<string>()
  /** The outcomes of repeated creates, by resource id. Each create is repeated once in a run, however many steps need it. */
  readonly repeatedCreates = new Map<string, Promise<RepeatedCreate>>()
  /** The time, in Unix milliseconds, when the run first waited for a delete of an earlier run. All such deletes share one wait. */
  readonly lateDeletes: { began?: number } = {}

  constructor({ undecided, mayCome = new Set() }: Pick<Gathered, 'undecided' | 'mayCome'>) {
    this.undecided = new Set(undecided)
    this.mayCome = mayCome
  }
}
