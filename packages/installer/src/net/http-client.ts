import type { TokenForm } from './credential.ts'

/** The only way to the network that sources have. */
export interface HttpClient {
  /**
   * A small answer in whole. `token: 'none'` asks without credentials. Retries what may pass (408, 429, 5xx, lost connections), with backoff,
   * jitter and Retry-After; 401, 403 and 404 are final at once.
   *
   * @throws Failure `install/not-found` (404, 410), `install/refused` (401, 403), `install/unreachable`, `install/bad-answer` (too large)
   */
  get(url: string, options?: GetOptions): Promise<HttpAnswer>
  /** `get`, parsed. @throws Failure `install/bad-answer` */
  json(url: string, options?: GetOptions): Promise<unknown>
  /** Into a file that may hold the beginning already (`If-Range`, `Range`); not synced. Answers with sha256 in hex and bytes of the whole. */
  download(
    url: string,
    file: string,
    options: DownloadOptions,
  ): Promise<{ readonly sha256: string; readonly size: number }>
}

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes; default 8 MiB. */
  readonly limit?: number
  /** Whose answer it is, for messages: `the registry of example.com`. */
  readonly subject?: string
  readonly token?: 'none'
  /**
   * The host of a container registry on whose behalf this is asked: what is known of the registry is sent, also what Docker keeps for it, and nothing that belongs to
   * another host. For the registry, and for the server that it has named itself as the one that hands out its tokens.
   */
  readonly registry?: string
  /** Where the server has said how it wants its token. */
  readonly tokenForm?: TokenForm
  /** Answers with these status codes instead of failing. */
  readonly accepts?: readonly number[]
}

export interface DownloadOptions extends Omit<GetOptions, 'limit'> {
  readonly size?: number | undefined
  /** In hex, if it is known: what was resumed and turns out to be something else is then downloaded anew, once. */
  readonly sha256?: string | undefined
  /** Bytes; default 4 GiB. */
  readonly limit?: number
  readonly progress?: (bytes: number, total: number | undefined) => void
}

export interface HttpAnswer {
  readonly status: number
  /** Lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** After redirects. */
  readonly url: string
}
