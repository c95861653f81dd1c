import { sha256 } from '../fake-plugins.ts'
import { FileServer } from './file-server.ts'

export interface PublishedProvider {
  /** The namespace and the type, such as `hashicorp/time`. */
  readonly name: string
  readonly version: string
  readonly archives: Readonly<Record<string, Buffer>>
  readonly protocols?: readonly string[]
  /** The date of the provider, in a separate document: the public registry has it, but the protocol does not require it. */
  readonly publishedAt?: string
  /** Makes the detached signature of `SHA256SUMS`; absent: the provider is not signed. */
  readonly sign?: (sums: string) => Uint8Array
  /** Armored. */
  readonly keys?: readonly string[]
}

/** A registry of providers that follows the public document of its protocol. */
export class TerraformRegistry {
  readonly server: FileServer
  readonly #published: PublishedProvider[] = []

  private constructor(server: FileServer) {
    this.server = server
    server.json('/.well-known/terraform.json', { 'providers.v1': '/v1/providers/' })
  }

  static async start(): Promise<TerraformRegistry> {
    return new TerraformRegistry(await FileServer.start())
  }

  get host(): string {
    return this.server.host
  }

  stop(): Promise<void> {
    return this.server.stop()
  }

  /** Returns the path of the document for a platform. */
  documentPath({ name, version }: PublishedProvider, platform: string): string {
    return `/v1/providers/${name}/${version}/download/${platform.replace('-', '/')}`
  }

  archivePath({ name, version }: PublishedProvider, platform: string): string {
    return `/files/${fileName(name, version, platform)}`
  }

  sumsPath({ name, version }: PublishedProvider): string {
    return `/files/${typeOf(name)}_${version}_SHA256SUMS`
  }

  publish(provider: PublishedProvider): void {
    const { name, version, archives, publishedAt, sign, keys = [] } = provider
    this.#published.push(provider)
    const list = this.#published.filter((each) => each.name === name)
    this.server.json(`/v1/providers/${name}/versions`, { versions: list.map(listed) })
    if (publishedAt !== undefined)
      this.server.json(`/v1/providers/${name}/${version}`, { version, published_at: publishedAt })
    const lines = Object.entries(archives).map(
      ([platform, body]) => `${sha256(body)}  ${fileName(name, version, platform)}\n`,
    )
    const sums = lines.join('')
    const sumsUrl = this.sumsPath(provider)
    this.server.put(sumsUrl, { body: sums })
    if (sign !== undefined) this.server.put(`${sumsUrl}.sig`, { body: Buffer.from(sign(sums)) })
    for (const [platform, body] of Object.entries(archives)) {
      const [os, arch] = platform.split('-')
      this.server.put(this.archivePath(provider, platform), { body })
      this.server.json(this.documentPath(provider, platform), {
        protocols: provider.protocols ?? ['5.0'],
        os,
        arch,
        filename: fileName(name, version, platform),
        shasum: sha256(body),
        download_url: this.archivePath(provider, platform),
        shasums_url: sumsUrl,
        ...(sign !== undefined && { shasums_signature_url: `${sumsUrl}.sig` }),
        signing_keys: { gpg_public_keys: keys.map((key) => ({ key_id: 'IGNORED', ascii_armor: key })) },
      })
    }
  }
}

function listed({ version, protocols = ['5.0'], archives }: PublishedProvider): object {
  const platforms = Object.keys(archives).map((platform) => {
    const [os, arch] = platform.split('-')
    return { os, arch }
  })
  return { version, protocols, platforms }
}

const typeOf = (name: string): string => `terraform-provider-${name.split('/')[1]}`

const fileName = (name: string, version: string, platform: string): string =>
  `${typeOf(name)}_${version}_${platform.replace('-', '_')}.zip`
