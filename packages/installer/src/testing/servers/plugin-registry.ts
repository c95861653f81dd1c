import { sha256 } from '../fake-plugins.ts'
import { FileServer, type Route } from './file-server.ts'

export interface Published {
  /** The id, such as `acme/sqlite`. */
  readonly id: string
  readonly version: string
  readonly kind?: 'provider' | 'transformer'
  /** The archives, by platform. */
  readonly archives: Readonly<Record<string, Buffer>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly protocols?: readonly string[]
  readonly publishedAt?: string
  /** Returns a detached signature of the given text; absent: the release is not signed. */
  readonly sign?: (sums: string) => Buffer
  /** Armored. */
  readonly keys?: readonly string[]
  readonly extension?: string
}

/** A registry of the deploy engine on this machine, by the public protocol. */
export class PluginRegistry {
  readonly server: FileServer
  readonly #versions = new Map<string, unknown[]>()

  private constructor(server: FileServer) {
    this.server = server
  }

  static async start(tls?: { readonly key: string; readonly cert: string }): Promise<PluginRegistry> {
    const registry = new PluginRegistry(await FileServer.start({}, tls))
    registry.server.json('/.well-known/bluelink-services.json', {
      'auth.v1': { apiKeyHeader: 'X-API-Key', downloadAuth: 'bearer' },
      'provider.v1': { endpoint: '/v1/providers', downloadAcceptContentType: 'application/octet-stream' },
      'transformer.v1': { endpoint: '/v1/transformers' },
    })
    return registry
  }

  /** The host in the form in which it precedes an id. */
  get host(): string {
    return this.server.host
  }

  publish(published: Published, route: Route = {}): void {
    const { id, version, kind = 'provider', archives, protocols, publishedAt } = published
    const place = `/v1/${kind}s/${id}`
    const versions = this.#versions.get(place) ?? []
    versions.push({
      version,
      supportedProtocols: protocols ?? ['1.0'],
      ...(publishedAt !== undefined && { publishedAt }),
    })
    this.#versions.set(place, versions)
    this.server.json(`${place}/versions`, { versions })
    const sums = Object.entries(archives)
      .map(([platform, body]) => `${sha256(body)}  ${nameFor(published, platform)}\n`)
      .join('')
    const folder = `/download/${id}/${version}`
    this.server.put(`${folder}/SHA256SUMS`, { body: sums })
    if (published.sign !== undefined) this.server.put(`${folder}/SHA256SUMS.sig`, { body: published.sign(sums) })
    for (const [platform, body] of Object.entries(archives)) {
      const filename = nameFor(published, platform)
      const [os = '', arch = ''] = platform.split('-')
      this.server.put(`${folder}/${filename}`, { body, ...route })
      this.server.json(`${place}/${version}/package/${os}/${arch}`, {
        filename,
        os,
        arch,
        downloadUrl: `${folder}/${filename}`,
        shasum: sha256(body),
        shasumsUrl: `${folder}/SHA256SUMS`,
        ...(published.sign !== undefined && { shasumsSignatureUrl: `${folder}/SHA256SUMS.sig` }),
        signingKeys: Object.fromEntries((published.keys ?? []).map((key, index) => [`key-${index}`, key])),
        ...(published.dependencies !== undefined && { dependencies: published.dependencies }),
      })
    }
  }

  /** Returns the path of an archive on the server. */
  archivePath(published: Pick<Published, 'id' | 'version' | 'extension'>, platform: string): string {
    return `/download/${published.id}/${published.version}/${nameFor(published, platform)}`
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}

function nameFor(
  { id, version, extension = 'tar.gz' }: Pick<Published, 'id' | 'version' | 'extension'>,
  platform: string,
): string {
  return `${id.split('/').at(-1)}_${version}_${platform.replace('-', '_')}.${extension}`
}
