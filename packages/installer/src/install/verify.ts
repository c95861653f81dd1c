import { wrongBytes } from './failures.ts'
import type { Work } from './work.ts'

/** Step 3: verifies the download. No downloaded bytes are unpacked before this step. */
export async function verify(work: Work): Promise<void> {
  const { pinned, entry, signer } = work.resolved
  const { sha256, path } = work.bytes.get()
  if (pinned !== undefined && pinned.sha256 !== sha256) throw wrongBytes(work.shown, pinned.sha256, sha256, pinned.by)
  work.tell('verify')
  const proof = await work.parts.verifier.verify({
    offer: work.offer.get(),
    file: path,
    sha256,
    locked: entry?.platforms[work.parts.platform]?.sha256 === sha256,
    signer,
    signal: work.signal,
  })
  work.proof.set(proof)
}
