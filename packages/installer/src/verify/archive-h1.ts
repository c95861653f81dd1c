import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackArchive } from '@slipway/archives'
import { Failure } from '@slipway/model'
import { h1sOfFolder } from './dirhash.ts'

/**
 * Returns the `h1:…` hashes that an archive may have: the hash of its files, and Go's hash of an archive with entries for its folders. `beside` is a
 * folder for temporary files.
 * @throws the signal's abort reason
 */
export async function h1sOfArchive(
  archive: string,
  { beside, signal }: { readonly beside: string; readonly signal?: AbortSignal | undefined },
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(beside, 'h1-'))
  try {
    const tree = join(folder, 'tree')
    const refuse = (why: string, name?: string): Failure =>
      new Failure(
        'install/bad-archive',
        `${archive} cannot be unpacked: ${name === undefined ? '' : `${name}: `}${why}`,
      )
    const deadline = AbortSignal.timeout(600_000)
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    await unpackArchive(archive, tree, { signal: either, refuse })
    signal?.throwIfAborted()
    return await h1sOfFolder(tree)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
