import { bundlesListed, objectIn } from '../json.ts'
import type { Access, Evidence } from '../source.ts'
import type { Release, ReleaseAsset, Releases } from './releases.ts'

/** Names of files with Sigstore bundles, beside the file that they are about; one bundle, or one a line. */
const endings = ['.sigstore.json', '.sigstore', '.intoto.jsonl']

const limit = 4 * 1024 * 1024

/**
 * The attestations of an asset: those that lie beside it, and those that the forge keeps by digest. Asked for only when somebody wants them, since
 * forges count what they are asked.
 */
export function attestationsOf(
  {
    releases,
    release,
    fileName,
  }: { readonly releases: Releases; readonly release?: Release; readonly fileName: string },
  access: Access,
  read: (asset: ReleaseAsset) => Promise<Buffer>,
): NonNullable<Evidence['bundles']> {
  return async (sha256) => {
    const beside = release?.assets.filter(({ name }) => endings.some((ending) => name === `${fileName}${ending}`)) ?? []
    const texts = await Promise.all(beside.map(read))
    const kept = await releases.attestations?.(sha256, access)
    return [...texts.flatMap((text) => bundlesIn(text.toString('utf8'))), ...(kept ?? [])]
  }
}

function bundlesIn(text: string): readonly string[] {
  return text.trimStart().startsWith('{') && text.includes('\n{')
    ? text.split('\n').filter((line) => line.trim() !== '')
    : [text]
}

/** By GitHub's API for attestations. Those that it keeps elsewhere, because they are large, are left out. */
export async function githubAttestations(url: string, subject: string, { http }: Access): Promise<readonly string[]> {
  const answer = await http.get(url, { subject, limit: 4 * limit, accepts: [404] })
  if (answer.status !== 200) return []
  const { attestations } = objectIn(JSON.parse(answer.body.toString('utf8')) as unknown)
  return bundlesListed(attestations)
}
