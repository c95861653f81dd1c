import type { Platform } from '../../descriptor/platform.ts'
import type { Access, Evidence, Offer } from '../source.ts'
import { bytesBySums, platformsIn } from '../sums.ts'

/** A release under a tag. */
export interface Release {
  readonly tag: string
  readonly publishedAt?: number
  readonly assets: readonly ReleaseAsset[]
}

export interface ReleaseAsset {
  readonly name: string
  /** The public URL; for a private repository, only `api` accepts a token. */
  readonly url: string
  /** The API's URL of the asset, which answers with its bytes when the request accepts `application/octet-stream`. */
  readonly api?: string
  readonly size?: number
  readonly sha256?: string
}

/** The releases of one repository of a forge. */
export interface Releases {
  /** The origin in the form of lock files: `github.com/acme/signal`. */
  readonly origin: string
  /** Lists the releases without drafts, newest first. */
  list(access: Access): Promise<readonly Release[]>
  /** Gets the release with this tag. @throws Failure `install/not-found` */
  byTag(tag: string, access: Access): Promise<Release>
  /** Fetches the Sigstore bundles that the forge keeps for these bytes; absent: the forge keeps no bundles. */
  attestations?(sha256: string, access: Access): Promise<readonly string[]>
}

/** Asks a server for the bytes of a file instead of its metadata. */
export const bytesWanted = { accept: 'application/octet-stream' }

/** Returns the version in `v1.2.3` and `1.2.3`. `undefined`: the tag is not a version. */
export function versionOf(tag: string): string | undefined {
  return /^v?(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]{1,100})?)$/.exec(tag)?.[1]
}

/**
 * Returns the known hashes of an asset and of its counterparts for other platforms: from a list of checksums among the assets, or else from the
 * forge.
 */
export async function bytesOf(
  { assets }: Release,
  asset: ReleaseAsset,
  platform: Platform,
  access: Access,
): Promise<Pick<Offer, 'sha256' | 'size' | 'platforms' | 'evidence'>> {
  const sums = await sumsAmong(assets, asset.name, access)
  const bySums = sums === undefined ? {} : bytesBySums(sums.text, asset.name, platform)
  const sha256 = bySums.sha256 ?? asset.sha256
  const known = assets.flatMap(({ name, sha256: digest, size }) =>
    digest === undefined ? [] : [[name, { sha256: digest, ...(size !== undefined && { size }) }] as const],
  )
  const platforms = bySums.platforms ?? platformsIn(known, asset.name, platform)
  return {
    ...(sha256 !== undefined && { sha256 }),
    ...(asset.size !== undefined && { size: asset.size }),
    ...(platforms !== undefined && { platforms }),
    ...(sums !== undefined && { evidence: { sums } }),
  }
}

const sumsName = /(^|[-_.])(sha256sums|checksums)(\.txt)?$/i

async function sumsAmong(assets: readonly ReleaseAsset[], fileName: string, access: Access): Promise<Evidence['sums']> {
  const list = assets.find(({ name }) => sumsName.test(name))
  if (list === undefined) return undefined
  const text = (await smallAsset(list, access)).toString('utf8')
  const signature = assets.find(({ name }) =>
    [`${list.name}.sig`, `${list.name}.asc`, `${list.name}.gpg`].includes(name),
  )
  return {
    text,
    fileName,
    ...(signature !== undefined && { signature: await smallAsset(signature, access) }),
  }
}

export async function smallAsset({ url, api }: ReleaseAsset, { http }: Access): Promise<Buffer> {
  const limit = 1024 * 1024
  const direct = await http.get(url, { limit, headers: bytesWanted, ...(api !== undefined && { accepts: [404] }) })
  if (direct.status === 200 || api === undefined) return direct.body
  return (await http.get(api, { limit, headers: bytesWanted })).body
}
