import { createHash } from 'node:crypto'
import { badAnswer } from '../../net/failures.ts'
import type { HttpAnswer } from '../../net/http-client.ts'
import { isLoopback } from '../../net/urls.ts'
import { listIn, objectIn, textIn } from '../json.ts'
import type { Access } from '../source.ts'
import { tokenFor } from './registry-token.ts'

/** One repository of a container registry. */
export interface Repository {
  readonly host: string
  /** The path of the repository, such as `acme/signal`. */
  readonly path: string
}

export interface Manifest {
  readonly body: Readonly<Record<string, unknown>>
  /** The digest of the manifest's bytes, `sha256:…`, computed here. */
  readonly digest: string
  readonly bytes: Buffer
}

/** Returns the URL of a repository in the API: `https://ghcr.io/v2/acme/signal`. */
export function registryUrl({ host, path }: Repository): string {
  return `${isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'}://${host}/v2/${path}`
}

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

const mostPages = 20

/** The reading part of the API of container registries (the OCI distribution specification). */
export class RegistryApi {
  readonly base: string
  readonly #host: string
  readonly #subject: string
  readonly #access: Access
  #authorization: string | undefined

  constructor({ host, path }: Repository, access: Access) {
    this.base = registryUrl({ host, path })
    this.#host = host
    this.#subject = `${host}/${path}`
    this.#access = access
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#authorization === undefined ? {} : { authorization: this.#authorization }
  }

  /** Gets a manifest by tag or digest; `undefined`: the manifest does not exist. */
  async manifest(reference: string): Promise<Manifest | undefined> {
    const url = `${this.base}/manifests/${reference}`
    const answer = await this.#get(url, { accept: manifestTypes }, [404])
    if (answer.status === 404) return undefined
    const digest = `sha256:${createHash('sha256').update(answer.body).digest('hex')}`
    if (reference.startsWith('sha256:') && reference !== digest)
      throw badAnswer(this.#subject, url, `its manifest ${reference} has another digest`)
    return { body: this.#json(answer.body, url), digest, bytes: answer.body }
  }

  async tags(): Promise<readonly string[]> {
    const tags: string[] = []
    let url: string | undefined = `${this.base}/tags/list?n=1000`
    for (let page = 0; page < mostPages && url !== undefined; page++) {
      const answer: HttpAnswer = await this.#get(url)
      tags.push(...listIn(this.#json(answer.body, url)['tags']).flatMap((tag) => textIn(tag) ?? []))
      const next: string | undefined = /<([^>]+)>\s*;\s*rel="?next"?/.exec(answer.headers['link'] ?? '')?.[1]
      const following: URL | undefined = next === undefined ? undefined : new URL(next, url)
      url = following?.origin === new URL(url).origin ? following.href : undefined
    }
    return tags
  }

  /** Returns the referrers of a manifest: from the API, or from the tag that replaces the API if the registry has none. */
  async referrers(digest: string): Promise<readonly unknown[]> {
    const url = `${this.base}/referrers/${digest}`
    const answer = await this.#get(url, {}, [400, 404, 405, 501])
    if (answer.status === 200) return listIn(this.#json(answer.body, url)['manifests'])
    const fallback = await this.manifest(digest.replace(':', '-'))
    return listIn(fallback?.body['manifests'])
  }

  /** Gets a small blob. */
  async blob(digest: string): Promise<Buffer> {
    const url = `${this.base}/blobs/${digest}`
    const { body } = await this.#get(url)
    if (`sha256:${createHash('sha256').update(body).digest('hex')}` === digest) return body
    throw badAnswer(this.#subject, url, 'its content has another digest')
  }

  async #get(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    accepts: readonly number[] = [],
  ): Promise<HttpAnswer> {
    const { http } = this.#access
    const options = { headers: { ...headers, ...this.headers }, subject: this.#subject, registry: this.#host }
    if (this.#authorization !== undefined) return await http.get(url, { ...options, accepts })
    const first = await http.get(url, { ...options, accepts: [...accepts, 401] })
    if (first.status !== 401) return first
    this.#authorization = await tokenFor(first, { url, host: this.#host, access: this.#access })
    return await http.get(url, { ...options, headers: { ...headers, ...this.headers }, accepts })
  }

  #json(body: Buffer, url: string): Readonly<Record<string, unknown>> {
    try {
      return objectIn(JSON.parse(body.toString('utf8')))
    } catch (error) {
      throw badAnswer(this.#subject, url, 'it is not JSON', error)
    }
  }
}
