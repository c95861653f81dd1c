import { dirname, resolve } from 'node:path'
import { signatureOf } from '@slipway/preparer'
import { readText } from '../reading/read-text.ts'
import type { Slipway } from '../slipway.ts'
import { manifestIn } from './manifest-file.ts'

export interface SignRequest {
  /** The manifest. */
  readonly file: string
  /** A private key in PEM. */
  readonly key: string
}

/** The manifest as JSON, with its signature. @throws Failure `node/bad-key`; as `schedule` for the manifest */
export function signManifest(slipway: Slipway, request: SignRequest): string {
  const file = resolve(slipway.cwd, request.file)
  const manifest = manifestIn(file, dirname(file))
  const key = readText(resolve(slipway.cwd, request.key), { what: 'key' })
  const written = JSON.parse(manifest.text) as object
  return JSON.stringify({ ...written, signature: signatureOf(manifest, key) }, undefined, 2)
}
