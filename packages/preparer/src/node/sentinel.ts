import type { KeyValueStore } from '@slipway/infra'
import { Failure } from '@slipway/model'
import { z } from 'zod'
import { sentinelOf } from '../records/keys.ts'
import type { Records } from '../records/records.ts'

const sentinelSchema = z.object({
  root: z.string().optional(),
  /** Distinguishes nodes with the same name. Like the next fields, absent in marks of older preparers. */
  id: z.string().optional(),
  /** Id of the preparer's life that wrote it: of two copies of one machine, only one can have written it last. */
  life: z.string().optional(),
  /** Grows before any new intent is followed. */
  epoch: z.number().optional(),
})

type Mark = z.output<typeof sentinelSchema>

/**
 * The tree's relation to the node. `own`: the one that it follows. `lost`: without its mark. `older`: with a mark from before the node's
 * last look, as in a store that has lost its last writes. `anothers`: another node of that name follows it.
 */
export type Trust = 'own' | Distrust
export type Distrust = 'lost' | 'older' | 'anothers'

export interface SentinelPorts {
  readonly node: string
  readonly root: string
  readonly store: KeyValueStore
  readonly records: Pick<Records, 'note' | 'noted'>
  readonly ids: { next(): string }
  /** True if a user has confirmed that the tree is the right one, and that this node has the name. */
  readonly isAccepted: boolean
}

/**
 * The mark that a node leaves in the store. It has an epoch that the node also keeps in its journal: the epoch grows first in the store,
 * then in the journal, and only then does the node follow new intent. So a store with a lower epoch than the journal has gone back in time,
 * and may have lost the intent that it lacks.
 */
export class Sentinel {
  readonly #ports: SentinelPorts
  readonly #life: string
  #id = ''
  #epoch = 0
  /** Digest of the intent that was followed last. */
  #followed: string | undefined
  #isRegistered = false
  /** True once this preparer has written it. */
  #isClaimed = false

  constructor(ports: SentinelPorts) {
    this.#ports = ports
    this.#life = ports.ids.next()
  }

  /**
   * Reads the node's own notes about it.
   * @throws Failure `node/name-taken` when the node has never been in the store, and another one of its name has
   */
  async open(): Promise<void> {
    const { records, ids, isAccepted, store, node } = this.#ports
    const known = await records.noted('node-id')
    this.#id = known ?? ids.next()
    if (known === undefined) await records.note('node-id', this.#id)
    this.#epoch = Number((await records.noted('epoch')) ?? 0)
    this.#followed = await records.noted('followed')
    this.#isRegistered = (await records.noted('registered')) !== undefined && !isAccepted
    if (this.#isRegistered || isAccepted) return
    // A store that is away will be asked later.
    const mark = markIn(await store.get(sentinelOf(node)).catch(() => undefined))
    if (mark !== undefined && this.#isAnothers(mark)) throw nameTaken(this.#ports, mark)
  }

  /**
   * Decides whether the node may follow the present tree.
   * @param seen the mark in the tree, which may lag behind the store
   * @param digest of the intent in it
   * @throws the store's error: then nobody knows
   */
  async meet(seen: string | undefined, digest: string): Promise<Trust> {
    const isFollowed = this.#isClaimed && this.#followed === digest
    if (isFollowed && this.#judge(markIn(seen)) === 'own') return 'own'
    const { store, node } = this.#ports
    for (;;) {
      const text = await store.get(sentinelOf(node))
      const trust = this.#judge(markIn(text))
      if (trust !== 'own' || isFollowed || (await this.#advance(text, digest))) return trust
    }
  }

  /** Trusts the tree again, because nothing is missing in it: it counts as if it had always been the node's own. */
  async trust(digest: string): Promise<void> {
    const text = await this.#ports.store.get(sentinelOf(this.#ports.node))
    await this.#advance(text, digest)
  }

  #judge(mark: Mark | undefined): Trust {
    if (!this.#isRegistered)
      return mark === undefined || this.#ports.isAccepted || !this.#isAnothers(mark) ? 'own' : 'anothers'
    if (mark === undefined) return 'lost'
    if (mark.id !== undefined && mark.id !== this.#id) return 'anothers'
    if ((mark.epoch ?? 0) < this.#epoch) return 'older'
    // The mark belongs to this node, but is later than the last one that it wrote: a copy of the machine wrote it.
    return this.#isClaimed && mark.life !== this.#life ? 'anothers' : 'own'
  }

  /** Older preparers have written only their root. */
  #isAnothers({ id, root }: Mark): boolean {
    return id === undefined ? root !== this.#ports.root : id !== this.#id
  }

  /** Returns false if another node has written it meanwhile. */
  async #advance(before: string | undefined, digest: string): Promise<boolean> {
    const { store, node, root, records } = this.#ports
    const key = sentinelOf(node)
    const epoch = Math.max(this.#epoch, markIn(before)?.epoch ?? 0) + 1
    const mark: Mark = { root, id: this.#id, life: this.#life, epoch }
    const { committed } = await store.commitIf(new Map([[key, before]]), [
      { type: 'put', key, value: JSON.stringify(mark) },
    ])
    if (!committed) return false
    await records.note('epoch', String(epoch))
    await records.note('followed', digest)
    if (!this.#isRegistered) await records.note('registered', 'yes')
    this.#isRegistered = true
    this.#isClaimed = true
    this.#epoch = epoch
    this.#followed = digest
    return true
  }
}

/** An unreadable mark counts as an empty one. */
function markIn(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined
  try {
    return sentinelSchema.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

function nameTaken({ node, root: own }: Pick<SentinelPorts, 'node' | 'root'>, { root }: Mark): Failure {
  if (root === own)
    return new Failure(
      'node/name-taken',
      `the root ${own} was emptied: it does not know that it is the node ${node} of this store`,
      {
        hint: `start it once with slipway node run --name ${node} --root ${own} --accept-intent and the same --store, and then run this again; if another machine is that node, give this one another name with --name`,
      },
    )
  const where = root === undefined ? '' : `, with the root ${root}`
  return new Failure('node/name-taken', `another machine is the node ${node} of this store${where}`, {
    hint: 'give this one another name with --name; if it takes the place of that machine, which is gone, start it once with --accept-intent',
  })
}
