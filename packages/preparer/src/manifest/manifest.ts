import { createHash } from 'node:crypto'
import { Failure } from '@slipway/model'
import { canonical, type Json } from './canonical.ts'
import { type ManifestBody, manifestSchema } from './schema.ts'

/** A pod or a hook to run, as it was scheduled. The whole text is hashed once, and never changed. */
export interface Manifest {
  readonly id: string
  /** `sha256:…` of the text. */
  readonly hash: string
  /** Canonical JSON of the written manifest, without defaults. */
  readonly text: string
  /** The manifest with defaults. */
  readonly body: ManifestBody
}

/** The manifest of a text that {@link manifestOf} or the store has given. @throws Failure `node/bad-manifest` */
export function parseManifest(text: string): Manifest {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch (error) {
    throw new Failure('node/bad-manifest', 'the manifest in the store is not JSON', { cause: error })
  }
  const read = manifestSchema.safeParse(written)
  if (read.success) return manifestOf(written as Json, read.data)
  throw new Failure('node/bad-manifest', 'the manifest in the store is not valid', {
    details: read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    hint: 'schedule the manifest again with slipway node schedule',
  })
}

export function manifestOf(written: Json, body: ManifestBody): Manifest {
  const text = canonical(written)
  return { id: body.id, hash: `sha256:${createHash('sha256').update(text).digest('hex')}`, text, body }
}

/** The bytes that a signature is made of: the manifest without its signature. */
export function signedBytes({ text }: Pick<Manifest, 'text'>): Buffer {
  const { signature: _, ...rest } = JSON.parse(text) as { readonly [key: string]: Json }
  return Buffer.from(canonical(rest))
}
