import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import type { HttpClient } from '../net/http-client.ts'

/**
 * One way to get plugins: a path, a mirror, a registry, a forge. The installer asks the first source of its list that serves a descriptor
 * (overrides and mirrors come first), and never tries another one.
 */
export interface Source {
  /** `registry`, `git`: for messages. */
  readonly name: string
  serves(descriptor: Descriptor): boolean
  /**
   * The place that it would be asked at, as the lock file and the store record it: `registry.example.com`, `https://host/path`,
   * `git+https://host/repo`. Never holds credentials. A plugin is its source and its bytes.
   */
  origin(descriptor: Descriptor): string
  /**
   * All existing versions, in any order. Only the requested version if the descriptor leaves no choice.
   * @throws Failure `install/not-found`, `install/refused`, `install/unreachable`, `install/bad-answer`
   */
  versions(descriptor: Descriptor, access: Access): Promise<readonly OfferedVersion[]>
  /** The descriptor of exactly the bytes that the lock file pins; absent: the version is enough. */
  pinned?(descriptor: Descriptor, pin: string): Descriptor
  /** Finds the bytes of one version for one platform, and the facts known before the fetch. */
  offer(descriptor: Descriptor, version: string, platform: Platform, access: Access): Promise<Offer>
  /**
   * Brings the bytes: an archive or a single program into `into.file`, or a tree into `into.folder` (which does not exist yet). Resumes an
   * earlier attempt in `into.file` where the server can, and starts anew where it cannot.
   */
  fetch(offer: Offer, into: Target, access: Access): Promise<Fetched>
}

export interface OfferedVersion {
  readonly version: string
  /** The time of publication, in milliseconds since 1970. Absent if the source gives no date: the version is then not held back. */
  readonly publishedAt?: number
}

export interface Offer {
  readonly descriptor: Descriptor
  readonly version: string
  readonly platform: Platform
  readonly origin: string
  /** The name for messages, without credentials. */
  readonly shown: string
  /** The URL, commit or digest that the source needs to fetch it. */
  readonly at: string
  /** A commit or a digest that names these bytes for ever, if the version does not. The lock file holds it. */
  readonly pin?: string
  /** `pulumi-resource-random-v4.19.0-linux-amd64.tar.gz` */
  readonly fileName?: string
  /** Bytes. */
  readonly size?: number
  /** The hash of this platform's archive, in hex, according to the source; the installer compares it. */
  readonly sha256?: string
  /** Keyed by platform, if the source lists all of them; the lock file keeps these for colleagues. */
  readonly platforms?: Readonly<Record<Platform, PlatformBytes>>
  /** Proofs of its author; verified by `verify/`. */
  readonly evidence?: Evidence
  /** Its ecosystem, if the source names it (a registry of one ecosystem). */
  readonly ecosystem?: string
  /** Its kind, if the source names it: `provider`, `transformer`. */
  readonly kind?: string
  /** Plugins that it depends on, if the source lists them and the files may not. */
  readonly needs?: readonly Descriptor[]
}

export interface PlatformBytes {
  readonly sha256: string
  readonly size?: number
}

/** The verifier fetches these lazily: each is small and comes from the same source. */
export interface Evidence {
  /** The text of a `SHA256SUMS` file, and its detached signature (binary or armored). */
  readonly sums?: { readonly text: string; readonly signature?: Uint8Array; readonly fileName: string }
  /** Armored public keys of the publisher, according to the source. */
  readonly keys?: readonly string[]
  /** Sigstore bundles, as JSON; `sha256` of the fetched bytes, in hex. */
  readonly bundles?: (sha256: string) => Promise<readonly string[]>
  /** The sha256 that the bundles are about, in hex, if that is not the file itself but a document that names it, as the source has checked. */
  readonly subject?: string
  /** `h1:…` and `zh:…` from the registry. */
  readonly hashes?: readonly string[]
}

export interface Target {
  /** On the file system of the store. */
  readonly file: string
  readonly folder: string
}

export type Fetched =
  | { readonly as: 'archive'; readonly sha256: string; readonly size: number }
  /** One executable file, not packed. */
  | { readonly as: 'program'; readonly sha256: string; readonly size: number }
  /** A tree, in `folder`; `sha256` is of the tree as `treeDigest` of the store computes it, and is filled in by the installer. */
  | { readonly as: 'folder' }

/** Everything that a source may use. The client handles tokens, proxies, redirects, retries and bounds, in one place. */
export interface Access {
  readonly http: HttpClient
  readonly signal: AbortSignal
  /** Without Slipway's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** True: only this machine and mirrors in its file system. */
  readonly isOffline: boolean
  readonly progress: (bytes: number, total: number | undefined) => void
}
