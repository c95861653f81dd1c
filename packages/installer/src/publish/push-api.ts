import { createHash } from 'node:crypto'
import { Failure } from '@slipway/model'
import { badAnswer } from '../net/failures.ts'
import type { HttpAnswer, SendOptions, Sent } from '../net/http-client.ts'
import { type Repository, registryUrl } from '../sources/oci/registry-api.ts'
import { tokenFor } from '../sources/oci/registry-token.ts'
import type { Access } from '../sources/source.ts'

/** A blob or a manifest in the registry, in the form in which manifests name it. */
export interface Pushed {
  readonly mediaType: string
  /** `sha256:…` */
  readonly digest: string
  readonly size: number
}

/** The number of attempts at an upload. A lost connection leaves a part that cannot be used, so each attempt begins from the start. */
const attempts = 3

/** The writing part of the API of container registries (the OCI distribution specification). */
export class PushApi {
  readonly #base: string
  readonly #host: string
  readonly #path: string
  readonly #subject: string
  readonly #access: Access
  #authorization: string | undefined

  constructor(repository: Repository, access: Access) {
    this.#base = registryUrl(repository)
    this.#host = repository.host
    this.#path = repository.path
    this.#subject = `${repository.host}/${repository.path}`
    this.#access = access
  }

  /** Uploads a blob. Bytes that are already in the registry are not sent again. */
  async blob(body: Sent, sha256: string, mediaType: string): Promise<Pushed> {
    const digest = `sha256:${sha256}`
    const size = Buffer.isBuffer(body) ? body.length : body.size
    const there = await this.#send(`${this.#base}/blobs/${digest}`, { method: 'HEAD', accepts: [404] })
    for (let attempt = 1; there.status === 404; attempt++) {
      try {
        await this.#upload(body, digest)
        break
      } catch (error) {
        const isLost = error instanceof Failure && ['install/not-found', 'install/unreachable'].includes(error.code)
        if (!isLost || attempt >= attempts) throw error
      }
    }
    return { mediaType, digest, size }
  }

  async #upload(body: Sent, digest: string): Promise<void> {
    const url = `${this.#base}/blobs/uploads/`
    const begun = await this.#send(url, { method: 'POST', body: Buffer.alloc(0) })
    const location = begun.headers['location']
    if (location === undefined || !URL.canParse(location, begun.url))
      throw badAnswer(this.#subject, url, 'it does not say where to send the file')
    const place = new URL(location, begun.url)
    place.searchParams.set('digest', digest)
    await this.#send(place.href, { method: 'PUT', body, headers: { 'content-type': 'application/octet-stream' } })
  }

  /**
   * Uploads a manifest.
   * @param reference a tag; absent: the manifest is stored by its digest alone
   */
  async manifest(value: object, mediaType: string, reference?: string): Promise<Pushed> {
    const body = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...value }))
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`
    const url = `${this.#base}/manifests/${reference ?? digest}`
    await this.#send(url, { method: 'PUT', body, headers: { 'content-type': mediaType } })
    return { mediaType, digest, size: body.length }
  }

  async #send(url: string, options: SendOptions): Promise<HttpAnswer> {
    const { http } = this.#access
    // An upload may go to another host, which gets no token of this host.
    const isOwn = new URL(url).origin === new URL(this.#base).origin
    const given = (): SendOptions => ({
      ...options,
      subject: this.#subject,
      ...(isOwn && { registry: this.#host }),
      headers: { ...options.headers, ...(isOwn && this.#authorization && { authorization: this.#authorization }) },
    })
    const first = await http.send(url, { ...given(), accepts: [...(options.accepts ?? []), 401] })
    if (first.status !== 401) return first
    const asked = { url, host: this.#host, access: this.#access, scope: `repository:${this.#path}:pull,push` }
    if (isOwn) this.#authorization = await tokenFor(first, asked)
    return await http.send(url, given())
  }
}
