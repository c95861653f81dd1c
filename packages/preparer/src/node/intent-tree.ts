import { createHash } from 'node:crypto'
import type { Change, Entry } from '@slipway/infra'
import { messageOf } from '@slipway/model'
import type { Wanted } from '../deploy/wanted.ts'
import { parseManifest } from '../manifest/manifest.ts'
import {
  drainOf,
  everywhere,
  hooksEverywhere,
  ofNode,
  ofNodeItself,
  ofNodes,
  type PodKind,
  resumedRoot,
  sentinelOf,
} from '../records/keys.ts'

export interface NodeIntent {
  readonly pods: ReadonlyMap<string, Wanted>
  readonly hooks: ReadonlyMap<string, Wanted>
  readonly resumed: ReadonlyMap<string, string>
  /** The mark of the node; see {@link Sentinel}. */
  readonly sentinel: string | undefined
  /** A digest that changes together with anything in the intent for this node. */
  readonly digest: string
}

/** The pods and hooks that a node should run, according to its watch of the store. */
export class IntentTree {
  readonly #node: string
  readonly #entries = new Map<string, string>()
  #old: ReadonlyMap<string, string> = new Map()
  /** Cached manifests, so that each is read only once. */
  readonly #read = new Map<string, { readonly value: string; readonly wanted: Wanted }>()

  constructor(node: string) {
    this.#node = node
  }

  reset(entries: readonly Entry[]): void {
    this.#entries.clear()
    for (const { key, value } of entries) this.#entries.set(key, value)
  }

  /** Returns whether any change concerns this node: other nodes write their marks here, too. */
  apply(changes: readonly Change[]): boolean {
    for (const change of changes) {
      if (change.type === 'put') this.#entries.set(change.key, change.value)
      else this.#entries.delete(change.key)
    }
    return changes.some(({ key }) => !key.startsWith(ofNodes) || key.startsWith(ofNodeItself(this.#node)))
  }

  intent(): NodeIntent {
    const isDrained = this.#entries.has(drainOf(this.#node))
    return {
      // Intent for one node wins over intent for all.
      pods: isDrained ? new Map() : new Map([...this.#below(everywhere), ...this.#below(ofNode(this.#node))]),
      hooks: new Map(this.#below(hooksEverywhere)),
      resumed: new Map(
        [...this.#entries].flatMap(([key, value]) =>
          key.startsWith(resumedRoot) ? [[key.slice(resumedRoot.length), value] as const] : [],
        ),
      ),
      sentinel: this.#entries.get(sentinelOf(this.#node)),
      digest: this.#digest(),
    }
  }

  #digest(): string {
    const own = [everywhere, hooksEverywhere, ofNode(this.#node), drainOf(this.#node)]
    const said = [...this.#entries].filter(([key]) => own.some((prefix) => key.startsWith(prefix)))
    const sorted = said.sort(([a], [b]) => (a < b ? -1 : 1))
    return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
  }

  /** Marks the entries of a store that has gone back. Equal entries are old; later ones are not. */
  setOld(entries: readonly Entry[]): void {
    this.#old = new Map(entries.map(({ key, value }) => [key, value]))
  }

  /** True if the intent for the pod was already in the store when the store had gone back. */
  isOld(kind: PodKind, id: string): boolean {
    const keys = kind === 'hook' ? [`${hooksEverywhere}${id}`] : [`${ofNode(this.#node)}${id}`, `${everywhere}${id}`]
    const key = keys.find((one) => this.#entries.has(one))
    return key !== undefined && this.#old.get(key) === this.#entries.get(key)
  }

  #below(prefix: string): readonly (readonly [string, Wanted])[] {
    return [...this.#entries]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), this.#wanted(key, value)])
  }

  #wanted(key: string, value: string): Wanted {
    const known = this.#read.get(key)
    if (known?.value === value) return known.wanted
    const wanted = wantedOf(key, value)
    this.#read.set(key, { value, wanted })
    return wanted
  }
}

function wantedOf(key: string, value: string): Wanted {
  try {
    const { manifest, turn, again } = JSON.parse(value) as Readonly<Record<string, unknown>>
    const read = parseManifest(String(manifest))
    const wanted = {
      ...read,
      ...(typeof turn === 'string' && { turn }),
      ...(typeof again === 'string' && { again }),
    }
    // Its key must end with its id: no manifest may take another's place.
    return key.endsWith(`/${read.id}`) ? wanted : { unreadable: `the manifest in the store is of ${read.id}` }
  } catch (error) {
    return { unreadable: messageOf(error) }
  }
}
