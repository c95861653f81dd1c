import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

// Until @slipway/archives is there.
export async function unpackArchive(
  file: string,
  folder: string,
  { refuse }: { readonly signal: AbortSignal; readonly refuse: (why: string) => Error },
): Promise<void> {
  await mkdir(folder)
  try {
    await promisify(execFile)('tar', ['-xf', file, '-C', folder])
  } catch {
    throw refuse('tar cannot read it')
  }
}
