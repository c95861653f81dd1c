import { linkIn } from '../../net/urls.ts'
import { fileNameIn, listIn, momentIn, objectIn, sha256In, sizeIn, textIn } from '../json.ts'
import type { Access } from '../source.ts'
import { githubAttestations } from './attestations.ts'
import type { Release, ReleaseAsset, Releases } from './releases.ts'

export interface GithubPlace {
  /** The URL of the API: `https://api.github.com`. */
  readonly api: string
  /** The host in origins and messages: `github.com`. */
  readonly host: string
  /** The owner and the name, such as `acme/signal`. */
  readonly repository: string
}

/** The page size. Together with the maximum number of pages, it allows the thousand newest releases. */
const pageSize = 100
const mostPages = 10

export function githubReleases({ api, host, repository }: GithubPlace): Releases {
  const origin = `${host}/${repository}`
  const base = `${api}/repos/${repository}/releases`
  const ask = (url: string, { http }: Access): Promise<unknown> =>
    http.json(url, { subject: origin, limit: 64 * 1024 * 1024, headers: { accept: 'application/vnd.github+json' } })
  return {
    origin,
    attestations: (sha256, access) =>
      githubAttestations(`${api}/repos/${repository}/attestations/sha256:${sha256}?per_page=30`, origin, access),
    list: async (access) => {
      const releases: Release[] = []
      for (let page = 1; page <= mostPages; page++) {
        const url = `${base}?per_page=${pageSize}&page=${page}`
        const entries = listIn(await ask(url, access))
        for (const entry of entries) if (objectIn(entry)['draft'] !== true) releases.push(releaseIn(entry, url))
        if (entries.length < pageSize) break
      }
      return releases
    },
    byTag: async (tag, access) => {
      const url = `${base}/tags/${encodeURIComponent(tag)}`
      return releaseIn(await ask(url, access), url)
    },
  }
}

function releaseIn(value: unknown, url: string): Release {
  const entry = objectIn(value)
  const publishedAt = momentIn(entry['published_at'])
  return {
    tag: textIn(entry['tag_name']) ?? '',
    ...(publishedAt !== undefined && { publishedAt }),
    assets: listIn(entry['assets']).flatMap((asset) => assetIn(asset, url)),
  }
}

function assetIn(value: unknown, answerUrl: string): readonly ReleaseAsset[] {
  const entry = objectIn(value)
  const [name, url, api] = [fileNameIn(entry['name']), textIn(entry['browser_download_url']), textIn(entry['url'])]
  if (name === undefined || url === undefined) return []
  const [size, sha256] = [sizeIn(entry['size']), sha256In(entry['digest'])]
  return [
    {
      name,
      url: linkIn(answerUrl, url),
      ...(api !== undefined && { api: linkIn(answerUrl, api) }),
      ...(size !== undefined && { size }),
      ...(sha256 !== undefined && { sha256 }),
    },
  ]
}
