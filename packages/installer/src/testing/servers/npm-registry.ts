import { createHash } from 'node:crypto'
import { FileServer, type Route } from './file-server.ts'

export interface PublishedPackage {
  readonly name: string
  readonly version: string
  /** A packed tarball. */
  readonly body: Buffer
  readonly publishedAt?: string
  /** A checksum that replaces the correct one. */
  readonly integrity?: string
}

/** A registry of npm on this machine: packuments and tarballs, which npm itself can install, too. */
export class NpmRegistry {
  readonly server: FileServer
  readonly #packages = new Map<string, { versions: Record<string, unknown>; time: Record<string, string> }>()

  private constructor(server: FileServer) {
    this.server = server
  }

  static async start(): Promise<NpmRegistry> {
    return new NpmRegistry(await FileServer.start())
  }

  get url(): string {
    return this.server.url
  }

  publish({ name, version, body, ...more }: PublishedPackage, route: Route = {}): void {
    const known = this.#packages.get(name) ?? { versions: {}, time: {} }
    this.#packages.set(name, known)
    const integrity = more.integrity ?? `sha512-${createHash('sha512').update(body).digest('base64')}`
    const path = this.tarballPath(name, version)
    known.versions[version] = { name, version, dist: { tarball: `${this.url}${path}`, integrity } }
    known.time[version] = more.publishedAt ?? '2026-01-02T03:04:05Z'
    this.server.put(path, { body, ...route })
    for (const place of [`/${name.replace('/', '%2f')}`, `/${name}`])
      this.server.json(place, { name, 'dist-tags': { latest: version }, ...known })
  }

  tarballPath(name: string, version: string): string {
    return `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}
