import { messageOf } from '@slipway/model'
import { badAnswer } from '../../net/failures.ts'
import { linkIn } from '../../net/urls.ts'
import { bundlesListed, listIn, objectIn, textIn } from '../json.ts'
import type { Access, Evidence } from '../source.ts'
import type { Release, ReleaseAsset, Releases } from './releases.ts'
import { unpackSnappy } from './snappy.ts'

/** The suffixes of files with Sigstore bundles, which lie beside the file that they are about. A file holds one bundle, or one per line. */
const endings = ['.sigstore.json', '.sigstore', '.intoto.jsonl']

const limit = 4 * 1024 * 1024

/**
 * Returns the attestations of an asset: the files beside it, and the attestations that the forge keeps by digest. They are fetched only on demand,
 * since forges limit requests.
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

/** The maximum number of bundles that are fetched from outside the answer itself. */
const mostElsewhere = 30

/** Asks GitHub's API for attestations: some bundles are in its answer, others at a `bundle_url`. */
export async function githubAttestations(url: string, subject: string, access: Access): Promise<readonly string[]> {
  const answer = await access.http.get(url, { subject, limit: 4 * limit, accepts: [404] })
  if (answer.status !== 200) return []
  const { attestations } = objectIn(JSON.parse(answer.body.toString('utf8')) as unknown)
  const here = bundlesListed(attestations)
  const urls = listIn(attestations).flatMap((each) => {
    const { bundle, bundle_url: elsewhere } = objectIn(each)
    return typeof bundle === 'object' && bundle !== null ? [] : (textIn(elsewhere, 8192) ?? [])
  })
  const links = [...new Set(urls)].slice(0, mostElsewhere).map((link) => linkIn(answer.url, link))
  const fetched = await Promise.allSettled(links.map((link) => bundleAt(link, subject, access)))
  const bundles = [...here, ...fetched.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))]
  // One valid bundle is enough.
  const failed = fetched.find((each) => each.status === 'rejected')
  if (bundles.length === 0 && failed !== undefined) throw failed.reason
  access.signal.throwIfAborted()
  return bundles
}

/**
 * Fetches a bundle, which GitHub stores as a snappy block. Plain JSON begins with a brace, which as a snappy block would mean 123 bytes of content:
 * no bundle is that small.
 */
async function bundleAt(link: string, subject: string, { http }: Access): Promise<string> {
  const { body } = await http.get(link, { subject, limit })
  if (body[0] === '{'.charCodeAt(0)) return body.toString('utf8')
  try {
    return unpackSnappy(body, limit).toString('utf8')
  } catch (error) {
    throw badAnswer(subject, link, `its attestation cannot be unpacked: ${messageOf(error)}`, error)
  }
}
