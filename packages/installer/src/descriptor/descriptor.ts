/**
 * A wanted plugin, as a user wrote it. `parseDescriptor` reads the short form (`pulumi:random@4.19.0`) and the long one (`{ source,
 * version, parameters, checksums, server, as }`); both become this.
 */
export interface Descriptor {
  readonly form: Form
  /** A version or a range in the words of its ecosystem; absent: any version that the rules of choice select. */
  readonly version?: string
  /** Arguments that make the plugin serve another package than its own. */
  readonly parameters?: readonly string[]
  /** The sha256 of the archive in hex, by platform (`linux-amd64`). */
  readonly checksums?: Readonly<Record<string, string>>
  /** The URL of a server that replaces the server of its ecosystem. */
  readonly server?: string
  /** Kind, id and version of a plugin of the deploy engine that is only a program, whose content does not give them. */
  readonly as?: DeclaredIdentity
}

/** The long form of a descriptor, as files write it. Every key but `source` may be absent. */
export interface LongForm {
  /** The short form. The version is either in this text or in `version`, not in both. */
  readonly source: string
  readonly version?: string
  readonly parameters?: readonly string[]
  readonly checksums?: Readonly<Record<string, string>>
  readonly server?: string
  /** The identity in the form of `--as`: `provider:acme/sqlite@1.0.0`. */
  readonly as?: string
}

/** The origin of a plugin, in the words of the grammar. `form` is the key of the table of forms. */
export type Form =
  | {
      readonly form: 'id'
      /** A registry's host; absent: the default registry. */ readonly host?: string
      /** The id, such as `celerity/aws`. */ readonly id: string
    }
  | { readonly form: 'pulumi'; readonly kind: PulumiKind; readonly name: string }
  | {
      readonly form: 'terraform'
      readonly host?: string
      /** The name, such as `hashicorp/time`. */ readonly name: string
    }
  | { readonly form: 'npm'; /** The name, such as `@acme/slipway-signal`. */ readonly name: string }
  | {
      readonly form: 'git'
      readonly url: string
      /** A tag, a branch or a commit. */ readonly ref?: string
      readonly folder?: string
    }
  | {
      readonly form: 'release'
      readonly forge: 'github' | 'gitlab'
      readonly host?: string
      readonly repository: string
      readonly tag?: string
    }
  | { readonly form: 'url'; readonly url: string }
  | {
      readonly form: 'oci'
      /** The host and the path of the repository: `ghcr.io/acme/signal`. */ readonly repository: string
      /** A tag, or `sha256:…`. */ readonly reference?: string
    }
  | { readonly form: 'path'; /** Absolute. */ readonly path: string }

export const pulumiKinds = ['resource', 'language', 'analyzer', 'converter', 'tool'] as const

export type PulumiKind = (typeof pulumiKinds)[number]

/** The identity that `--as provider:acme/sqlite@1.0.0` declares. */
export interface DeclaredIdentity {
  readonly kind: 'provider' | 'transformer'
  readonly id: string
  readonly version: string
}

/** A range of versions, in the words of one ecosystem. */
export interface Range {
  /** The range in its usual form: `1.2.3` for `v1.2.3`. Empty when the descriptor asks for no version. */
  readonly text: string
  readonly fits: (version: string) => boolean
  /** The version, if the range names a single one; absent: any version that fits. */
  readonly exact?: string
}
