import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure, messageOf, shownPath } from '@slipway/model'
import { archiveSignatureOf, signatureOf } from '@slipway/preparer'
import { readText } from '@slipway/source/files'
import type { Slipway } from '../slipway.ts'
import { manifestIn } from './manifest-file.ts'

export interface SignRequest {
  /** The file to sign: a manifest, or an archive (`.tar.gz` or `.tgz`). */
  readonly file: string
  /** The private key, in PEM. */
  readonly key: string
}

/**
 * Signs a manifest or an archive. Returns the manifest as JSON with its signature, or the archive's digest and signature for a launchable in a
 * manifest.
 *
 * @throws Failure `node/bad-key`, `cli/unreadable-file`; for a manifest also the failures of `schedule`
 */
export async function sign(slipway: Slipway, request: SignRequest): Promise<string> {
  const file = resolve(slipway.cwd, request.file)
  return /\.(tar\.gz|tgz)$/.test(file)
    ? await signArchive(slipway, file, request)
    : signManifest(slipway, file, request)
}

async function signArchive({ cwd }: Slipway, file: string, request: SignRequest): Promise<string> {
  const key = readText(resolve(cwd, request.key), { what: 'key' })
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    throw new Failure(
      'cli/unreadable-file',
      `the archive ${shownPath(request.file)} cannot be read: ${messageOf(error)}`,
    )
  }
  const digest = `sha256:${hash.digest('hex')}`
  return JSON.stringify({ digest, signature: archiveSignatureOf(digest, key) }, undefined, 2)
}

function signManifest(slipway: Slipway, file: string, request: SignRequest): string {
  const manifest = manifestIn(file, dirname(file))
  const key = readText(resolve(slipway.cwd, request.key), { what: 'key' })
  const written = JSON.parse(manifest.text) as object
  return JSON.stringify({ ...written, signature: signatureOf(manifest, key) }, undefined, 2)
}
