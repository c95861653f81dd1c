import { checksumOf } from '../../losses/checksum.ts'
import type { EncodedChange } from '../../encoding/encode-change.ts'
import type { Lease } from '../../port.ts'
import type { CommitForm } from '../statements.ts'

/** A commit of one instance, or of two that change together. */
export interface PreparedCommit {
  readonly parts: readonly PreparedPart[]
  /** The mark of the key that sealed a text in it. Absent: no text was sealed, or the key already has its mark. */
  readonly mark?: readonly [key: string, mark: string]
  /** Id of the team's key that sealed a text in it; empty without a team. Absent: no text was sealed. */
  readonly sealedWith?: string
}

export interface PreparedPart {
  readonly lease: Lease
  readonly changes: readonly EncodedChange[]
}

interface Row {
  readonly kind: string
  readonly instance: string
  readonly id: string
}

interface Put extends Row {
  readonly body: string
  readonly checksum: number
}

/** The content of a statement. Of several changes of a record, the last one counts. */
export interface CommitContent extends CommitForm {
  readonly puts: readonly Put[]
  /** `#all` as a kind: every record of the instance that is not put. */
  readonly dels: readonly Row[]
  readonly mark: readonly [key: string, mark: string] | undefined
  readonly sealedWith: string | undefined
}

export function contentOf(commits: readonly PreparedCommit[]): CommitContent {
  const rows = new Map<string, Put | Row>()
  const form = { begins: false, wipes: false, recounts: false }
  for (const { parts } of commits)
    for (const { lease, changes } of parts) for (const change of changes) apply(rows, lease.instance, change, form)
  const all = [...rows.values()]
  const puts = all.filter((row) => 'body' in row)
  const dels = all.filter((row) => !('body' in row))
  const mark = commits.find((commit) => commit.mark !== undefined)?.mark
  const sealedWith = commits.find((commit) => commit.sealedWith !== undefined)?.sealedWith
  return { ...form, puts, dels, mark, sealedWith, seals: sealedWith !== undefined }
}

function apply(
  rows: Map<string, Put | Row>,
  instance: string,
  change: EncodedChange,
  form: { begins: boolean; wipes: boolean; recounts: boolean },
): void {
  if (change.act === 'wipe') {
    for (const [key, row] of rows) if (row.instance === instance) rows.delete(key)
    rows.set(keyOf({ kind: '#all', instance, id: '' }), { kind: '#all', instance, id: '' })
    form.wipes = true
    return
  }
  const { kind, id } = change
  const row = { kind, instance, id }
  if (change.act === 'remove') {
    if (change.isDamaged) form.recounts = true
    rows.set(keyOf(row), row)
    return
  }
  if (kind === 'intent') form.begins = true
  rows.set(keyOf(row), { ...row, body: change.body, checksum: checksumOf(kind, instance, id, change.body) })
}

function keyOf({ kind, instance, id }: Row): string {
  return `${kind}\0${instance}\0${id}`
}

/** The approximate size in bytes. */
export function sizeOf({ parts }: PreparedCommit): number {
  let size = 0
  for (const { changes } of parts) for (const change of changes) size += change.act === 'put' ? change.body.length : 100
  return size
}
