import type { DocumentMap } from '../blueprint/document.ts'
import type { ProviderContext } from '../provider/calls.ts'
import type { CallControl } from '../provider/control.ts'
import type { LinkTypeDefinition } from '../provider/link-definition.ts'
import type { ConfigDefinition, PluginDiagnostic, ResourceTypeDefinition } from '../provider/definition.ts'

/**
 * A transformer's description of itself. Plain data: it can be cached by the hash of the plugin's binary. Abstract resource types contain
 * at least the requested entries.
 */
export interface TransformerDefinition {
  readonly pluginId: string
  readonly pluginVersion: string
  /** The name under `transform` in a blueprint. */
  readonly transformName: string
  readonly config: ConfigDefinition
  readonly abstractResourceTypeNames: readonly string[]
  readonly abstractResourceTypes: Readonly<Record<string, ResourceTypeDefinition>>
  /** Absent if it has no abstract links. */
  readonly abstractLinkTypeNames?: readonly string[]
  /** At least the requested types. They have no ends, order or capabilities, because such links are never made. */
  readonly abstractLinkTypes?: Readonly<Record<string, LinkTypeDefinition>>
}

/** The names of the definitions that are wanted from a transformer. */
export interface TransformerRequest {
  readonly abstractResourceTypes: readonly string[]
  readonly abstractLinkTypes?: readonly string[]
}

/** A link that follows from the labels in a blueprint. */
export interface DeclaredLink {
  /** Names of resources. */
  readonly from: string
  readonly to: string
  readonly fromType: string
  readonly toType: string
  /** The labels by which one resource selects the other: `app=orders`. */
  readonly labels: readonly string[]
}

/** The links between the resources of a blueprint. */
export interface LinkGraph {
  readonly links: readonly DeclaredLink[]
  /** Every resource, by name. `abstract`: a transformer turns it into others. */
  readonly resources: Readonly<Record<string, 'abstract' | 'concrete'>>
}

export interface ValidateAbstractRequest {
  readonly type: string
  readonly resourceName: string
  /** The resource as written in the blueprint, with its substitutions. */
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
 * A transformer, whatever process it runs in. Every method but `define` fails with a PluginFailure and nothing else. Names from the
 * documents are in brackets.
 */
export interface Transformer {
  /** The answer lacks the names that the transformer does not know. */
  define(request: TransformerRequest, control?: CallControl): Promise<TransformerDefinition>
  /** [Transformer.CustomValidateAbstractResource] */
  validateResource(request: ValidateAbstractRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [Transformer.ValidateLinks] */
  validateLinks(request: TransformRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [Transformer.Transform] */
  transform(request: TransformRequest, control?: CallControl): Promise<Transformed>
}

/**
 * The annotations, as the public SDK writes them, with which a transformer names the source of a resource: the name of the abstract
 * resource, and its type.
 */
export const sourceAnnotations = {
  name: 'bluelink.transform.source.abstractName',
  type: 'bluelink.transform.source.abstractType',
} as const
