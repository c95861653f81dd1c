import type { DocumentMap } from '../blueprint/document.ts'
import type { ProviderContext } from '../provider/calls.ts'
import type { CallControl } from '../provider/control.ts'
import type { LinkTypeDefinition } from '../provider/link-definition.ts'
import type { ConfigDefinition, PluginDiagnostic, ResourceTypeDefinition } from '../provider/definition.ts'

/**
 * What a transformer says of itself. Plain data: it can be cached by the hash of the plugin's binary. Abstract resource types
 * hold at least the entries that were asked for.
 */
export interface TransformerDefinition {
  readonly pluginId: string
  readonly pluginVersion: string
  /** What a blueprint's `transform` says. */
  readonly transformName: string
  readonly config: ConfigDefinition
  readonly abstractResourceTypeNames: readonly string[]
  readonly abstractResourceTypes: Readonly<Record<string, ResourceTypeDefinition>>
  /** Absent: it says nothing of links. */
  readonly abstractLinkTypeNames?: readonly string[]
  /** At least those that were asked for. Of ends, order and capabilities nothing is said: such links are never made. */
  readonly abstractLinkTypes?: Readonly<Record<string, LinkTypeDefinition>>
}

/** Which definitions are wanted from a transformer. */
export interface TransformerRequest {
  readonly abstractResourceTypes: readonly string[]
  readonly abstractLinkTypes?: readonly string[]
}

/** A link that the labels of a blueprint make. */
export interface DeclaredLink {
  /** Names of resources. */
  readonly from: string
  readonly to: string
  readonly fromType: string
  readonly toType: string
  /** The labels by which one selects the other: `app=orders`. */
  readonly labels: readonly string[]
}

/** Which resources of a blueprint link to which. */
export interface LinkGraph {
  readonly links: readonly DeclaredLink[]
  /** Every resource by name. `abstract`: a transformer makes it into others. */
  readonly resources: Readonly<Record<string, 'abstract' | 'concrete'>>
}

export interface ValidateAbstractRequest {
  readonly type: string
  readonly resourceName: string
  /** As the blueprint has it, with its substitutions. */
  readonly resource: DocumentMap
  readonly context: ProviderContext
}

export interface TransformRequest {
  readonly blueprint: DocumentMap
  readonly graph: LinkGraph
  readonly context: ProviderContext
}

export interface Transformed {
  readonly blueprint: DocumentMap
  readonly diagnostics: readonly PluginDiagnostic[]
}

/**
 * What a transformer can do, whatever process it runs in. Every method but `define` fails with a PluginFailure and nothing else. Documents' names
 * are in brackets.
 */
export interface Transformer {
  /** Names that the transformer does not know are missing from the answer. */
  define(request: TransformerRequest, control?: CallControl): Promise<TransformerDefinition>
  /** [Transformer.CustomValidateAbstractResource] */
  validateResource(request: ValidateAbstractRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [Transformer.ValidateLinks] */
  validateLinks(request: TransformRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [Transformer.Transform] */
  transform(request: TransformRequest, control?: CallControl): Promise<Transformed>
}

/**
 * Annotations by which a transformer says of a resource what it was made from, as the public SDK writes them: the name of
 * the abstract resource, and its type.
 */
export const sourceAnnotations = {
  name: 'bluelink.transform.source.abstractName',
  type: 'bluelink.transform.source.abstractType',
} as const
