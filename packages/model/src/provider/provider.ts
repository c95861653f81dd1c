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
  ProviderContext,
  ResourceDiff,
  StabilisedRequest,
  StabilisedResult,
  TakeOverRequest,
  UpgradeRequest,
  ValidateResourceRequest,
} from './calls.ts'
import type { CallControl } from './control.ts'
import type { DefinitionRequest, PluginDiagnostic, ProviderDefinition } from './definition.ts'
import type { FunctionAnswer } from './gateway.ts'
import type { LinkProvider } from './link.ts'

/**
 * A provider, whatever process or dialect is behind it. The engine calls it, a wire client implements it for a plugin process, the SDK
 * implements it inside that process.
 *
 * Every method but `define` fails with a PluginFailure and nothing else. Names from the documents are in brackets.
 */
export interface Provider {
  /** Absent if the provider has no links. */
  readonly links?: LinkProvider
  /**
   * True if a cancelled change ends by itself and its answer says how far it came, so that callers wait for it. Absent: a cancelled call is given up
   * at once, and is in doubt.
   */
  readonly answersCancelled?: true
  /** The answer lacks the names that the provider does not know. */
  define(request: DefinitionRequest, control?: CallControl): Promise<ProviderDefinition>
  /** The current configuration; `undefined` before there is one. Left out if the next run does not need it. */
  configured?(): ProviderConfiguration | undefined
  /** Checks the settings of the context, without using them. Left out if the provider has no checks of its own. */
  validateSettings?(context: ProviderContext, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [Resource.CustomValidate] */
  validateResource(request: ValidateResourceRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /**
   * Finds out whether a change needs a new resource. Changes nothing. It is only called for types with `replacementBy`; providers without
   * such types do not have it.
   */
  diff?(request: DiffRequest, control?: CallControl): Promise<ResourceDiff>
  /**
   * The paths that could not change in place if the other resources were replaced; empty if the resource could stay. Changes nothing. If
   * left out, resources are not replaced because of those that they read.
   */
  replacedWith?(request: ReplacedWithRequest, control?: CallControl): Promise<readonly string[]>
  /**
   * Upgrades the recorded spec of an earlier version of its type to the present version. Changes nothing. It is only called for types with
   * a `schemaVersion`; providers without such types do not have it.
   */
  upgrade?(request: UpgradeRequest, control?: CallControl): Promise<ValueMap>
  /**
   * The recorded spec of another type as a spec of this type; `undefined` if it cannot become one. Changes nothing. It is only called for
   * types with `takesOver`.
   */
  takeOver?(request: TakeOverRequest, control?: CallControl): Promise<ValueMap | undefined>
  /**
   * The values that a deploy would compute, if they can be known in advance. The spec may be partly unknown. Changes nothing. `undefined`
   * if no value can be known; left out if none ever can.
   */
  preview?(request: DeployRequest, control?: CallControl): Promise<ComputedValues | undefined>
  /**
   * Finds out everything that the deploy of exactly this request needs to know. Changes nothing, so that a deploy which ends here is no
   * doubt. Left out if a deploy asks nothing first.
   */
  prepare?(request: DeployRequest, control?: CallControl): Promise<void>
  /** [Resource.Deploy] Creates or updates. */
  deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues>
  /** [Resource.HasStabilised] */
  hasStabilised(request: StabilisedRequest, control?: CallControl): Promise<StabilisedResult>
  /** [Resource.GetExternalState] The real spec; `undefined` if there is no such resource. */
  externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined>
  /** [Resource.Destroy] Resolves when the resource is gone; also if it was gone before. */
  destroy(request: DestroyRequest, control?: CallControl): Promise<void>
  /** [DataSource.CustomValidate] Checks a request before it is fetched. Left out if the provider has no checks. */
  validateDataSource?(request: FetchRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [DataSource.Fetch] Values by exported name. */
  fetch(request: FetchRequest, control?: CallControl): Promise<ValueMap>
  /**
   * Lists everything of a type that exists outside, made by anybody, for users who want to import it. Left out if the provider cannot list.
   */
  list?(request: ListRequest, control?: CallControl): Promise<ListedThings>
  /** [Function.Call] */
  callFunction(request: FunctionCallRequest, control?: CallControl): Promise<FunctionAnswer>
}
