import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Owner } from '../install/installed-code.ts'
import type { Layout } from '../install/layout.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { Clock } from '../records/clock.ts'
import type { PodKind } from '../records/keys.ts'
import type { Records } from '../records/records.ts'
import type { Objection } from './policy.ts'

interface FreshnessOptions {
  readonly node: string
  readonly layout: Layout
  readonly records: Records
  readonly clock: Clock
}

/**
 * Checks whether a manifest is for this node and this time, by its own fields. The highest sequence is remembered even after the removal of
 * the pod: an attacker who can only write to the store cannot bring back what was signed long ago.
 */
export class Freshness {
  readonly #options: FreshnessOptions

  constructor(options: FreshnessOptions) {
    this.#options = options
  }

  /** Remembers the sequence of a manifest without objections. */
  async admit(kind: PodKind, manifest: Manifest): Promise<Objection> {
    const { node, layout, records, clock } = this.#options
    const { id, hash, body } = manifest
    if (body.node !== undefined && body.node !== node) return `the manifest of ${id} is for the node ${body.node}`
    if (body.expires !== undefined && Date.parse(body.expires) <= clock.now())
      return `the manifest of ${id} has expired: ${body.expires}`
    // The signature does not cover whether it is scheduled as a pod or as a hook.
    const note = `sequence/${id}`
    const seen = Number((await records.noted(note)) ?? -1)
    const { sequence = -1 } = body
    if (sequence < seen) return isWayBack(layout, { kind, id }, hash) ? undefined : staleText(manifest, seen)
    if (sequence > seen) await records.note(note, String(sequence))
    // The version to which a rollback led, or a newer one, is wanted again, so the permission for the way back ends.
    rmSync(layout.wayBack(kind, id), { force: true })
    return undefined
  }
}

function staleText({ id, body: { sequence } }: Manifest, seen: number): string {
  const own = sequence === undefined ? 'has no sequence' : `has the sequence ${sequence}`
  return `the manifest of ${id} ${own}, but this node has seen ${seen}: sign the manifest with a higher one, or run slipway node rollback on the node`
}

/** True if the administrator of the node has allowed the way back to this manifest. */
export function isWayBack(layout: Layout, { kind, id }: Owner, hash: string): boolean {
  try {
    return readFileSync(layout.wayBack(kind, id), 'utf8') === hash
  } catch {
    return false
  }
}

/** Lets a node go back to this manifest, by a file where only the preparer's user can write. */
export function openWayBack(layout: Layout, { kind, id }: Owner, hash: string): void {
  const file = layout.wayBack(kind, id)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.draft`, hash, { mode: 0o600 })
  renameSync(`${file}.draft`, file)
}
