import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import type { HttpClient } from '../net/http-client.ts'

/**
 * One way to get plugins: a path, a mirror, a registry, a forge. The installer asks the first source of its list that serves a descriptor (overrides
 * and mirrors come first), and never tries another source.
 */
export interface Source {
  /** The name of the source for messages: `registry`, `git`. */
  readonly name: string
  serves(descriptor: Descriptor): boolean
  /**
   * Returns the place that the source would ask for the plugin, as the lock file and the store record it: `registry.example.com`,
   * `https://host/path`, `git+https://host/repo`. Never holds credentials. A plugin is identified by its origin and its bytes.
   */
  origin(descriptor: Descriptor): string
  /**
   * Returns all existing versions, in any order, or only the requested version if the descriptor leaves no choice.
   * @throws Failure `install/not-found`, `install/refused`, `install/unreachable`, `install/bad-answer`
   */
  versions(descriptor: Descriptor, access: Access): Promise<readonly OfferedVersion[]>
  /** Returns the descriptor of exactly the bytes that the lock file pins; absent: the version is enough. */
  pinned?(descriptor: Descriptor, pin: string): Descriptor
  /** Finds the bytes of one version for one platform, and the facts known before the fetch. */
  offer(descriptor: Descriptor, version: string, platform: Platform, access: Access): Promise<Offer>
  /**
   * Brings the bytes: an archive or a single program into `into.file`, or a tree into `into.folder` (which does not exist yet). Resumes an earlier
   * attempt in `into.file` if the server supports that, and otherwise starts again.
   */
  fetch(offer: Offer, into: Target, access: Access): Promise<Fetched>
}

export interface OfferedVersion {
  readonly version: string
  /** The time of publication, in milliseconds since 1970. Absent if the source gives no date: then the version is not held back. */
  readonly publishedAt?: number
}

export interface Offer {
  readonly descriptor: Descriptor
  readonly version: string
  readonly platform: Platform
  readonly origin: string
  /** The name for messages, without credentials. */
  readonly shown: string
  /** The URL, commit or digest that the source needs for the fetch. */
  readonly at: string
  /** A commit or a digest that names these bytes permanently, if the version does not. The lock file holds it. */
  readonly pin?: string
  /** The file name, such as `pulumi-resource-random-v4.19.0-linux-amd64.tar.gz`. */
  readonly fileName?: string
  /** Bytes. */
  readonly size?: number
  /** The hash of this platform's archive, in hex, according to the source; the installer compares it. */
  readonly sha256?: string
  /** The hashes by platform, if the source lists all of them; the lock file keeps these for colleagues. */
  readonly platforms?: Readonly<Record<Platform, PlatformBytes>>
  /** Proofs of the plugin's author, which `verify/` verifies. */
  readonly evidence?: Evidence
  /** The ecosystem of the plugin, if the source names it (a registry of one ecosystem). */
  readonly ecosystem?: string
  /** The kind of the plugin, if the source names it: `provider`, `transformer`. */
  readonly kind?: string
  /** The plugins that this one depends on, if the source lists them and the files may not. */
  readonly needs?: readonly Descriptor[]
}

export interface PlatformBytes {
  readonly sha256: string
  readonly size?: number
}

/** The proofs of a plugin's author, which the verifier fetches lazily: each is small and comes from the same source. */
export interface Evidence {
  /** The text of a `SHA256SUMS` file, and its detached signature (binary or armored). */
  readonly sums?: { readonly text: string; readonly signature?: Uint8Array; readonly fileName: string }
  /** Armored public keys of the publisher, according to the source. */
  readonly keys?: readonly string[]
  /** Returns Sigstore bundles, as JSON. `sha256` is the hash of the fetched bytes, in hex. */
  readonly bundles?: (sha256: string) => Promise<readonly string[]>
  /** The subject of the bundles, if it is not the file itself but a document that names it. */
  readonly subject?: EvidenceSubject
  /** The hashes from the registry: `h1:…` and `zh:…`. */
  readonly hashes?: readonly string[]
}

export interface EvidenceSubject {
  /** Hex. */
  readonly sha256: string
  /**
   * The document with this hash, and the documents after it: each names the hash of the next document, and the last names the hash of the file. The
   * source has checked the chain.
   */
  readonly chain: readonly Buffer[]
}

export interface Target {
  /** The path for a file, on the file system of the store. */
  readonly file: string
  readonly folder: string
}

export type Fetched =
  | { readonly as: 'archive'; readonly sha256: string; readonly size: number }
  /** The program is one executable file that is not packed. */
  | { readonly as: 'program'; readonly sha256: string; readonly size: number }
  /** A tree, in `folder`; `sha256` is of the tree as `treeDigest` of the store computes it, and is filled in by the installer. */
  | { readonly as: 'folder' }

/** The means that a source may use. The client handles tokens, proxies, redirects, retries and limits, in one place. */
export interface Access {
  readonly http: HttpClient
  readonly signal: AbortSignal
  /** The environment without Slipway's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** True: a source may use only this machine and mirrors in its file system. */
  readonly isOffline: boolean
  readonly progress: (bytes: number, total: number | undefined) => void
}
