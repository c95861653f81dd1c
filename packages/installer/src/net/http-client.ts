import type { TokenForm } from './credential.ts'

/** The only way to the network that sources have. */
export interface HttpClient {
  /**
   * Gets a small answer as a whole. `token: 'none'` asks without credentials. Retries temporary failures (408, 429, 5xx, lost connections),
   * with backoff, jitter and Retry-After; 401, 403 and 404 are final at once.
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
  /** The owner of the answer, for messages: `the registry of example.com`. */
  readonly subject?: string
  readonly token?: 'none'
  /**
   * The host of the container registry that this request is for. The request carries the credentials of that registry, including those that
   * Docker keeps for it, and none of another host. For the registry itself, and for the token server that it has named.
   */
  readonly registry?: string
  /** The form in which the server wants its token. */
  readonly tokenForm?: TokenForm
  /** Status codes that are answers instead of failures. */
  readonly accepts?: readonly number[]
}

export interface DownloadOptions extends Omit<GetOptions, 'limit'> {
  readonly size?: number | undefined
  /** Hex, if known. When a resumed download turns out to have another hash, it is downloaded again, once. */
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
  /** The URL after redirects. */
  readonly url: string
}
