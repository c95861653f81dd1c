import { linkIn } from '../../net/urls.ts'
import { fileNameIn, listIn, momentIn, objectIn, textIn } from '../json.ts'
import type { Access } from '../source.ts'
import type { Release, Releases } from './releases.ts'

export interface GitlabPlace {
  /** The URL of the API: `https://gitlab.com/api/v4`. */
  readonly api: string
  readonly host: string
  /** A path (`acme/signal`), or the number of the project. */
  readonly project: string
}

const pageSize = 100
const mostPages = 10

/** Reads the releases of a GitLab project, whose files are links, without checksums. */
export function gitlabReleases({ api, host, project }: GitlabPlace): Releases {
  const origin = `${host}/${project}`
  const base = `${api}/projects/${encodeURIComponent(project)}/releases`
  const ask = (url: string, { http }: Access): Promise<unknown> =>
    http.json(url, { subject: origin, limit: 64 * 1024 * 1024 })
  return {
    origin,
    list: async (access) => {
      const releases: Release[] = []
      for (let page = 1; page <= mostPages; page++) {
        const url = `${base}?per_page=${pageSize}&page=${page}`
        const entries = listIn(await ask(url, access))
        for (const entry of entries)
          if (objectIn(entry)['upcoming_release'] !== true) releases.push(releaseIn(entry, url))
        if (entries.length < pageSize) break
      }
      return releases
    },
    byTag: async (tag, access) => {
      const url = `${base}/${encodeURIComponent(tag)}`
      return releaseIn(await ask(url, access), url)
    },
  }
}

function releaseIn(value: unknown, answerUrl: string): Release {
  const entry = objectIn(value)
  const publishedAt = momentIn(entry['released_at'])
  return {
    tag: textIn(entry['tag_name']) ?? '',
    ...(publishedAt !== undefined && { publishedAt }),
    assets: listIn(objectIn(entry['assets'])['links']).flatMap((link) => {
      const { name: called, url, direct_asset_url: direct } = objectIn(link)
      const [name, at] = [fileNameIn(called), textIn(direct) ?? textIn(url)]
      return name === undefined || at === undefined ? [] : [{ name, url: linkIn(answerUrl, at) }]
    }),
  }
}
