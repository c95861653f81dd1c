import type { ValueMap } from '../value.ts'
import type {
  ComputedValues,
  DeployRequest,
  DestroyRequest,
  DiffRequest,
  ReplacedWithRequest,
  ExternalStateRequest,
  FetchRequest,
  FunctionCallRequest,
  ListedThings,
  ListRequest,
  ProviderConfiguration,
  ResourceDiff,
  StabilisedRequest,
  StabilisedResult,
  UpgradeRequest,
  ValidateResourceRequest,
} from './calls.ts'
import type { CallControl } from './control.ts'
import type { DefinitionRequest, PluginDiagnostic, ProviderDefinition } from './definition.ts'
import type { FunctionAnswer } from './gateway.ts'
import type { LinkProvider } from './link.ts'

/**
 * A provider, whatever process or dialect is behind it. The engine calls it, a wire client implements it
 * for a plugin process, the SDK implements it inside that process.
 *
 * Every method but `define` fails with a PluginFailure and nothing else. Documents' names are in brackets.
 */
export interface Provider {
  /** Absent: it knows no links. */
  readonly links?: LinkProvider
  /** Names that the provider does not know are missing from the answer. */
  define(request: DefinitionRequest, control?: CallControl): Promise<ProviderDefinition>
  /** How it is configured now; `undefined` before it is. Left out: nothing of that need be known the next time. */
  configured?(): ProviderConfiguration | undefined
  /** [Resource.CustomValidate] */
  validateResource(request: ValidateResourceRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /**
   * Whether a change needs a new resource. Changes nothing. Only asked of types whose definitions say so with
   * `replacementBy`; providers without such types do not have it.
   */
  diff?(request: DiffRequest, control?: CallControl): Promise<ResourceDiff>
  /**
   * Paths of what could not change in place if others were made anew; empty: it could stay. Changes nothing. Left out: whatever reads
   * others outlives them.
   */
  replacedWith?(request: ReplacedWithRequest, control?: CallControl): Promise<readonly string[]>
  /**
   * A recorded spec of an earlier version of its type, as the present version would have recorded it. Changes nothing. Only
   * asked of types whose definitions have a `schemaVersion`; providers without such types do not have it.
   */
  upgrade?(request: UpgradeRequest, control?: CallControl): Promise<ValueMap>
  /**
   * The values that a deploy would compute, as far as they can be known before; not all of the spec need be known. Changes nothing.
   * `undefined`: nothing can be known. Left out: nothing ever.
   */
  preview?(request: DeployRequest, control?: CallControl): Promise<ComputedValues | undefined>
  /** [Resource.Deploy] Creates or updates. */
  deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues>
  /** [Resource.HasStabilised] */
  hasStabilised(request: StabilisedRequest, control?: CallControl): Promise<StabilisedResult>
  /** [Resource.GetExternalState] The spec as it really is; `undefined` when there is no such resource. */
  externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined>
  /** [Resource.Destroy] Resolves when the resource is gone, or was gone already. */
  destroy(request: DestroyRequest, control?: CallControl): Promise<void>
  /** [DataSource.CustomValidate] What is wrong with what would be fetched. Left out: nothing ever. */
  validateDataSource?(request: FetchRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [DataSource.Fetch] Values by exported name. */
  fetch(request: FetchRequest, control?: CallControl): Promise<ValueMap>
  /** Everything of a type that exists outside, made by anybody: for users who want to import it. Left out: it cannot be listed. */
  list?(request: ListRequest, control?: CallControl): Promise<ListedThings>
  /** [Function.Call] */
  callFunction(request: FunctionCallRequest, control?: CallControl): Promise<FunctionAnswer>
}
