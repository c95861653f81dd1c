import { Failure } from '@slipway/model'
import { isStale, keyChanged } from '../../key-changed.ts'
import type { Lease } from '../../port.ts'
import { contentOf, type CommitContent, type PreparedCommit } from './commit-content.ts'
import { headOf, type Head } from '../heads.ts'
import type { SqlRow, SqlValue } from '../link.ts'
import { fencedBy } from '../locks.ts'
import { draw } from '../schema.ts'
import type { Session } from '../session.ts'
import type { Statements } from '../statements.ts'

interface Link {
  readonly lease: Lease
  /** Id of the previous commit. */
  readonly before: string
}

interface WriterOptions {
  readonly session: Session
  readonly statements: Statements
  readonly onCommitted: (instance: string, count: number) => void
  /** The end of a lease in `performance.now` time; a commit is not retried after it. */
  readonly endOf: (lease: Lease) => number
}

/**
 * Writes commits as a chain. Each names its predecessor, so a duplicate or late commit is not applied. If the answer to a commit was lost,
 * asks the head of its instance under its row lock, which ensures that no earlier copy is still running in the server.
 */
export class CommitWriter {
  readonly #session: Session
  readonly #statements: Statements
  readonly #onCommitted: (instance: string, count: number) => void
  readonly #endOf: (lease: Lease) => number
  /** The last commit of each instance whose lease this process holds. */
  readonly #latest = new Map<string, { readonly fence: number; readonly latest: string }>()

  constructor({ session, statements, onCommitted, endOf }: WriterOptions) {
    this.#session = session
    this.#statements = statements
    this.#onCommitted = onCommitted
    this.#endOf = endOf
  }

  /** Continues the chain of an instance from this commit. */
  follow({ instance, fence }: Lease, latest: string): void {
    this.#latest.set(instance, { fence, latest })
  }

  /** Writes commits of the same leases, all or none. */
  async write(commits: readonly PreparedCommit[]): Promise<void> {
    const leases = (commits[0]?.parts ?? []).map(({ lease }) => lease)
    const content = contentOf(commits)
    const id = draw(8)
    const chain = await Promise.all(leases.map((lease) => this.#linkOf(lease)))
    const send = async (): Promise<readonly SqlRow[]> => {
      const rows = await this.#session.link.query(this.#statements.commit(content), valuesOf(chain, id, content))
      if (rows.length !== chain.length) throw await this.#refusalOf(chain, content)
      return rows
    }
    const until = Math.min(...leases.map(this.#endOf))
    const heads = await this.#session.once(send, () => this.#applied(chain, id), until)
    for (const row of heads) this.#onCommitted(String(row['instance']), Number(row['commits']))
    for (const lease of leases) this.follow(lease, id)
  }

  async #linkOf(lease: Lease): Promise<Link> {
    const known = this.#latest.get(lease.instance)
    if (known?.fence === lease.fence) return { lease, before: known.latest }
    const head = await this.#head(lease)
    if (head?.fence !== lease.fence || head.holder === undefined) throw fencedBy(lease, head)
    return { lease, before: head.latest }
  }

  /** Finds out whether a commit was applied. Its heads change in one transaction. */
  async #applied(chain: readonly Link[], id: string): Promise<{ readonly applied: readonly SqlRow[] } | undefined> {
    const found: SqlRow[] = []
    for (const { lease, before } of chain) {
      const [row] = await this.#session.link.query(this.#statements.settledHead(), [lease.instance])
      const head = headOf(row)
      if (head?.latest === id) found.push({ instance: lease.instance, commits: head.commits })
      // Another holder has continued the chain. Whether our commit was applied is unknowable, and this run has lost the instance.
      else if (head?.latest !== before || head.fence !== lease.fence) throw fencedBy(lease, head)
    }
    return found.length === chain.length ? { applied: found } : undefined
  }

  async #refusalOf(chain: readonly Link[], { begins, sealedWith }: CommitContent): Promise<Failure> {
    for (const { lease, before } of chain) {
      const head = await this.#head(lease)
      if (head?.fence !== lease.fence || head.holder === undefined) return fencedBy(lease, head)
      if (head.latest !== before) return outOfStep(lease)
    }
    const [row] = await this.#session.link.query(this.#statements.teamKey())
    const key = row?.['key']
    if (typeof key === 'string' && isStale(sealedWith, { key })) return keyChanged()
    const [link] = chain
    return begins && link !== undefined ? leaseOver(link.lease) : outOfStep(link?.lease)
  }

  async #head({ instance }: Lease): Promise<Head | undefined> {
    const [row] = await this.#session.link.query(this.#statements.head(), [instance])
    return headOf(row)
  }
}

function valuesOf(
  chain: readonly Link[],
  id: string,
  { puts, dels, mark, sealedWith }: CommitContent,
): readonly SqlValue[] {
  return [
    chain.map(({ lease }) => lease.instance),
    chain.map(({ lease }) => lease.fence),
    chain.map(({ before }) => before),
    id,
    puts.map(({ kind }) => kind),
    puts.map(({ instance }) => instance),
    puts.map(({ id: record }) => record),
    puts.map(({ body }) => body),
    puts.map(({ checksum }) => checksum),
    dels.map(({ kind }) => kind),
    dels.map(({ instance }) => instance),
    dels.map(({ id: record }) => record),
    mark?.[0] ?? null,
    mark?.[1] ?? null,
    sealedWith ?? null,
  ]
}

/** The failure for an expired lease. The run's plugins end at the same moment, so no new call may begin. */
function leaseOver({ instance }: Lease): Failure {
  return new Failure('state/fenced', `this run has lost the lock of ${instance}: it was not renewed in time`, {
    hint: 'this run starts nothing more; the next run settles its steps in doubt',
  })
}

/** The failure for a chain that another writer has continued under this run's lease. */
function outOfStep(lease: Lease | undefined): Failure {
  return new Failure(
    'state/fenced',
    `somebody else has written into ${lease?.instance ?? 'the instance'} under the lock of this run`,
    {
      hint: 'this run records nothing more; the next run settles its steps in doubt',
    },
  )
}
