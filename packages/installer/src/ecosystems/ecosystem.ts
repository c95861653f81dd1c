import type { Descriptor } from '../descriptor/descriptor.ts'

/**
 * A family of plugins, as the installer sees it. The host has one for each dialect, beside how the dialect finds and starts them;
 * `compose.ts` hands them in. The installer never asks for one by name.
 */
export interface Ecosystem {
  /** `deploy-engine`, `pulumi`, `terraform`, `npm` */
  readonly name: string
  /** Whether an id or a name of this form is one of its own: then the descriptor decides, and not the content. */
  owns(descriptor: Descriptor): boolean
  /**
   * Recognises the plugin in an unpacked tree; `undefined`: none of this ecosystem. Reads only below `folder`. Exactly one ecosystem must
   * recognise it.
   */
  recognise(folder: string, hint: Hint): Identity | undefined
  /** The place that it goes to. */
  place(identity: Identity): Place
  /** Whether plugins are looked for there, now: a plugin that was installed on another plugin path is not found. */
  isSearched(folder: string): boolean
  /** Names the plugin's needs besides its own files. Called once its files are in place. */
  needs(identity: Identity, folder: string): Promise<Needs>
}

/** Everything known of a tree besides its content. */
export interface Hint {
  readonly descriptor: Descriptor
  /** The name of the archive, or of the program without an archive: the tree then holds the program under this name. */
  readonly fileName?: string
  /** The chosen version; empty if the source has no versions: the content then gives it. */
  readonly version: string
  /** Like `Offer.kind`: `transformer`. */
  readonly kind?: string
}

/** Identifies a plugin, in the same way in the lock file, in records and in listings. */
export interface Identity {
  readonly ecosystem: string
  /** `provider`, `transformer`, `resource`, `language`, `analyzer`, `converter`, `tool` */
  readonly kind: string
  /** `celerity/aws`, `random` */
  readonly name: string
  readonly version: string
  /** The programs in it that are started, relative, by the names that they have in the tree: must be regular and executable. Empty: sources that a runtime runs. */
  readonly programs: readonly string[]
  /** Files that have another name in their place, by the name that they have in the tree: `{ 'provider-aws': 'plugin' }`. Relative. */
  readonly renamed?: Readonly<Record<string, string>>
}

export interface Place {
  /** The version's own folder, absolute: `…/providers/celerity/aws/1.0.0`, `…/plugins/resource-random-v4.19.0`. */
  readonly folder: string
  /** The marker beside it, while it is present but not installed: `…/1.0.0.partial`, `…/resource-random-v4.19.0.partial`. */
  readonly marker: string
}

export interface Needs {
  /** Packages that it depends on, and the language plugin of its runtime: installed before it. */
  readonly plugins: readonly Descriptor[]
  /** Packages whose SDKs must be generated and linked into it (step 4). */
  readonly sdks: readonly Descriptor[]
  /** Step 5, if there is one: npm, pip. Runs in place. */
  readonly dependencies?: (options: {
    readonly signal: AbortSignal
    readonly allowScripts: boolean
    readonly say: (line: string) => void
  }) => Promise<void>
}

/** Step 4, provided by the language plugins; absent: a plugin that needs a generated SDK stays `.partial` and reports it. */
export interface SdkMaker {
  make(options: {
    readonly for: Identity
    readonly folder: string
    readonly packages: readonly Descriptor[]
    readonly signal: AbortSignal
  }): Promise<void>
}
