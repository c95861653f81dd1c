import type { Descriptor } from '../descriptor/descriptor.ts'

/**
 * A family of plugins, as the installer sees it. The host has an ecosystem for each dialect, beside the code that finds and starts the dialect's
 * plugins; `compose.ts` hands them in. The installer never asks for one by name.
 */
export interface Ecosystem {
  /** The name of the ecosystem: `deploy-engine`, `pulumi`, `terraform`, `npm`. */
  readonly name: string
  /** Whether an id or a name of this form belongs to this ecosystem: then the descriptor decides, and not the content. */
  owns(descriptor: Descriptor): boolean
  /**
   * Recognises the plugin in an unpacked tree; `undefined`: the tree holds no plugin of this ecosystem. Reads only below `folder`. Exactly one
   * ecosystem must recognise a tree.
   */
  recognise(folder: string, hint: Hint): Identity | undefined
  /** Returns the place where the plugin is installed. */
  place(identity: Identity): Place
  /** Whether the current plugin path includes this folder: a plugin that was installed on another plugin path is not found. */
  isSearched(folder: string): boolean
  /** Returns what the plugin needs in addition to its own files. Called once its files are in place. */
  needs(identity: Identity, folder: string): Promise<Needs>
}

/** The facts about a tree apart from its content. */
export interface Hint {
  readonly descriptor: Descriptor
  /** The file name of the archive, or of a program without an archive: the tree then holds the program under this name. */
  readonly fileName?: string
  /** The chosen version; empty if the source has no versions: the content then gives it. */
  readonly version: string
  /** The kind of plugin, as in `Offer.kind`: `transformer`. */
  readonly kind?: string
}

/** Identifies a plugin, in the same way in the lock file, in records and in listings. */
export interface Identity {
  readonly ecosystem: string
  /** The kind: `provider`, `transformer`, `resource`, `language`, `analyzer`, `converter` or `tool`. */
  readonly kind: string
  /** The name, such as `celerity/aws` or `random`. */
  readonly name: string
  readonly version: string
  /**
   * The programs of the plugin that are started, by their relative names in the tree; each must be regular and executable. Empty: the plugin is
   * sources that a runtime runs.
   */
  readonly programs: readonly string[]
  /** Files whose installed name differs, keyed by their name in the tree: `{ 'provider-aws': 'plugin' }`. Relative. */
  readonly renamed?: Readonly<Record<string, string>>
}

export interface Place {
  /** The version's own folder, absolute: `…/providers/celerity/aws/1.0.0`, `…/plugins/resource-random-v4.19.0`. */
  readonly folder: string
  /**
   * The path of the marker beside the folder, which exists while the plugin is present but not installed: `…/1.0.0.partial`,
   * `…/resource-random-v4.19.0.partial`.
   */
  readonly marker: string
}

export interface Needs {
  /** The packages that the plugin depends on, and the language plugin of its runtime: all are installed before it. */
  readonly plugins: readonly Descriptor[]
  /** Packages whose SDKs must be generated and linked into the plugin (step 4). */
  readonly sdks: readonly Descriptor[]
  /** Step 5, if the plugin has one: runs npm or pip in its folder. */
  readonly dependencies?: (options: {
    readonly signal: AbortSignal
    readonly allowScripts: boolean
    readonly say: (line: string) => void
  }) => Promise<void>
}

/** Step 4, which the language plugins provide; absent: a plugin that needs a generated SDK stays `.partial` and reports it. */
export interface SdkMaker {
  make(options: {
    readonly for: Identity
    readonly folder: string
    readonly packages: readonly Descriptor[]
    readonly signal: AbortSignal
  }): Promise<void>
}
