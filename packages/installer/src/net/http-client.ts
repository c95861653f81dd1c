import type { TokenForm } from './credential.ts'

/** The only access to the network that sources have. */
export interface HttpClient {
  /**
   * Gets a small answer as a whole. `token: 'none'` asks without credentials. Retries temporary failures (408, 429, 5xx, lost connections),
   * with backoff, jitter and Retry-After; 401, 403 and 404 are final at once.
   * @throws Failure `install/not-found` (404, 410), `install/refused` (401, 403), `install/unreachable`, `install/bad-answer` (too large)
   */
  get(url: string, options?: GetOptions): Promise<HttpAnswer>
  /** Sends a body, for publishing. Fails and repeats like `get`; a redirect is followed only where the server asks for the same request again. */
  send(url: string, options: SendOptions): Promise<HttpAnswer>
  /** Gets a small answer like `get`, and parses it as JSON. @throws Failure `install/bad-answer` */
  json(url: string, options?: GetOptions): Promise<unknown>
  /**
   * Downloads into a file that may already hold the beginning (`If-Range`, `Range`); does not sync it. Returns the sha256 in hex and the size in
   * bytes of the whole file.
   */
  download(
    url: string,
    file: string,
    options: DownloadOptions,
  ): Promise<{ readonly sha256: string; readonly size: number }>
}

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The maximum size in bytes; 8 MiB by default. */
  readonly limit?: number
  /** The owner of the answer, for messages: `the registry of example.com`. */
  readonly subject?: string
  readonly token?: 'none'
  /**
   * The host of the container registry that this request is for. The request carries the credentials of that registry, including those that Docker
   * keeps for it, and none of another host. Set it for requests to the registry itself, and to the token server that the registry has named.
   */
  readonly registry?: string
  /** The form in which the server wants its token. */
  readonly tokenForm?: TokenForm
  /** Status codes that are answers instead of failures. */
  readonly accepts?: readonly number[]
}

export interface SendOptions extends GetOptions {
  readonly method: 'HEAD' | 'POST' | 'PUT'
  readonly body?: Sent
}

/** The body of a request: bytes, or a file that is read again at each attempt. */
export type Sent = Buffer | { readonly file: string; readonly size: number }

export interface DownloadOptions extends Omit<GetOptions, 'limit'> {
  readonly size?: number | undefined
  /** The hash in hex, if it is known. When a resumed download turns out to have another hash, it is downloaded again, once. */
  readonly sha256?: string | undefined
  /** The maximum size in bytes; 4 GiB by default. */
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
