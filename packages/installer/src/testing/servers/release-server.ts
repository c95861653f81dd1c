import { createHash } from 'node:crypto'
import { FileServer, type Route } from './file-server.ts'

export interface PublishedRelease {
  /** The owner and the name, such as `acme/signal`. */
  readonly repository: string
  readonly tag: string
  readonly assets: Readonly<Record<string, Buffer | string>>
  readonly publishedAt?: string
  /** Whether the API reports sha256 digests. */
  readonly digests?: boolean
  readonly draft?: boolean
  /** True if files are available only through the API. */
  readonly isPrivate?: boolean
}

/** A forge on this machine: releases by the public API of GitHub, and their files. */
export class ReleaseServer {
  readonly server: FileServer
  readonly #releases = new Map<string, unknown[]>()
  #assets = 0

  private constructor(server: FileServer) {
    this.server = server
  }

  static async start(): Promise<ReleaseServer> {
    return new ReleaseServer(await FileServer.start())
  }

  get url(): string {
    return this.server.url
  }

  /** The value for `DefaultHosts.github`. */
  get forge(): { readonly web: string; readonly api: string } {
    return { web: this.url, api: this.url }
  }

  publish(release: PublishedRelease, route: Route = {}): void {
    const { repository, tag, assets, draft = false, digests = false, isPrivate = false } = release
    const entry = {
      tag_name: tag,
      draft,
      published_at: release.publishedAt ?? '2026-01-02T03:04:05Z',
      assets: Object.entries(assets).map(([name, content]) => {
        const body = Buffer.from(content)
        const path = `/${repository}/releases/download/${tag}/${name}`
        const api = `/repos/${repository}/releases/assets/${++this.#assets}`
        if (!isPrivate) this.server.put(path, { body, ...route })
        this.server.put(api, { body, ...route })
        return {
          name,
          size: body.length,
          url: `${this.url}${api}`,
          browser_download_url: `${this.url}${path}`,
          digest: digests ? `sha256:${createHash('sha256').update(body).digest('hex')}` : null,
        }
      }),
    }
    const all = [entry, ...(this.#releases.get(repository) ?? [])]
    this.#releases.set(repository, all)
    const base = `/repos/${repository}/releases`
    for (let page = 1; page <= Math.ceil((all.length + 1) / 100); page++)
      this.server.json(`${base}?per_page=100&page=${page}`, all.slice((page - 1) * 100, page * 100))
    this.server.json(`${base}/tags/${tag}`, entry)
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}
