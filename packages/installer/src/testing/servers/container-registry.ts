import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Pushed {
  /** `sha256:…` */
  readonly digest: string
  readonly size: number
  readonly mediaType: string
}

const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const indexType = 'application/vnd.oci.image.index.v1+json'

/** Debian's `docker-registry` on this machine, with methods to push to it. */
export class ContainerRegistry {
  readonly host: string
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(host: string, process: ChildProcess, folder: string) {
    this.host = host
    this.#process = process
    this.#folder = folder
  }

  static async start(): Promise<ContainerRegistry> {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-container-registry-'))
    const host = `127.0.0.1:${await freePort()}`
    const config = join(folder, 'config.yml')
    writeFileSync(
      config,
      `version: 0.1\nlog: { level: error }\nstorage: { filesystem: { rootdirectory: ${folder}/data } }\nhttp: { addr: "${host}" }\n`,
    )
    const server = spawn('docker-registry', ['serve', config], { stdio: 'ignore' })
    const registry = new ContainerRegistry(host, server, folder)
    for (let attempt = 0; attempt < 200; attempt++) {
      const isThere = await fetch(`http://${host}/v2/`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isThere) return registry
      await wait(50)
    }
    await registry.stop()
    throw new Error('docker-registry does not answer')
  }

  async blob(repository: string, body: Buffer): Promise<Pushed> {
    const digest = digestOf(body)
    const begun = await fetch(`http://${this.host}/v2/${repository}/blobs/uploads/`, { method: 'POST' })
    const place = new URL(begun.headers.get('location') ?? '', `http://${this.host}`)
    place.searchParams.set('digest', digest)
    await assertOk(await fetch(place, { method: 'PUT', body: new Uint8Array(body) }))
    return { digest, size: body.length, mediaType: 'application/octet-stream' }
  }

  /** Pushes one file as one layer, like `oras push`. */
  async artifact(
    repository: string,
    { tag, body, title, type }: { tag?: string; body: Buffer; title?: string; type?: string },
  ): Promise<Pushed> {
    const config = await this.blob(repository, Buffer.from('{}'))
    const layer = await this.blob(repository, body)
    const annotations = title === undefined ? {} : { annotations: { 'org.opencontainers.image.title': title } }
    const manifest = {
      schemaVersion: 2,
      mediaType: manifestType,
      ...(type !== undefined && { artifactType: type }),
      config: { ...config, mediaType: 'application/vnd.oci.empty.v1+json' },
      layers: [{ ...layer, ...annotations }],
    }
    return await this.#manifest(repository, tag, manifest, manifestType)
  }

  async index(repository: string, tag: string, manifests: readonly unknown[]): Promise<Pushed> {
    const index = { schemaVersion: 2, mediaType: indexType, manifests }
    return await this.#manifest(repository, tag, index, indexType)
  }

  async #manifest(repository: string, tag: string | undefined, value: unknown, mediaType: string): Promise<Pushed> {
    const body = Buffer.from(JSON.stringify(value))
    const digest = digestOf(body)
    const url = `http://${this.host}/v2/${repository}/manifests/${tag ?? digest}`
    await assertOk(await fetch(url, { method: 'PUT', body, headers: { 'content-type': mediaType } }))
    return { digest, size: body.length, mediaType }
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function digestOf(body: Buffer): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`
}

async function assertOk(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
