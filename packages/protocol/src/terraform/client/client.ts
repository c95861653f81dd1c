import type { CallControl } from '@slipway/model'
import type { CtyPath } from '../cty/path.ts'
import type { CtyValue } from '../cty/value.ts'
import type { TerraformDiagnostic } from '../convert/message-parts.ts'
import type { FunctionSchema, IdentitySchema, ProviderSchemas, SchemaBook, TypeSchema } from '../schema/schema.ts'
import type { SchemaStore } from '../schema/store.ts'

/**
 * The calls of a provider of Terraform, the same for versions 5 and 6 of its protocol. A call fails only with an `RpcFailure`: the provider
 * could not be reached, gave no answer in time, or gave an answer of the wrong type (`protocol/bad-message`, which was delivered). The
 * provider's own complaints about a call are not failures here: they are in `diagnostics`.
 *
 * Values are whole: an object has all attributes of its type, null where nothing is set. `null` for a whole value means that there is no
 * object: no prior state, or a planned destroy. Answers are checked against the schema.
 */
export interface TerraformClient {
  schemas(control?: CallControl): Promise<ProviderSchemas & Told>
  /** Reads the schemas of identities, by type of resource; empty for a provider without identities. */
  identitySchemas(control?: CallControl): Promise<{ readonly identities: SchemaBook<IdentitySchema> } & Told>
  validateProvider(provider: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told>
  validateResource(type: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told>
  validateDataSource(type: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told>
  validateEphemeral(type: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told>
  configure(provider: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told>
  upgradeState(
    type: TypeSchema,
    state: RecordedState,
    control?: CallControl,
  ): Promise<{ readonly state: CtyValue } & Told>
  upgradeIdentity(
    typeName: string,
    schema: IdentitySchema,
    identity: RecordedState,
    control?: CallControl,
  ): Promise<{ readonly identity: CtyValue } & Told>
  moveState(type: TypeSchema, request: MoveRequest, control?: CallControl): Promise<ReadResult>
  read(type: TypeSchema, request: ReadRequest, control?: CallControl): Promise<ReadResult & Deferrable>
  plan(type: TypeSchema, request: PlanRequest, control?: CallControl): Promise<PlanResult>
  apply(type: TypeSchema, request: ApplyRequest, control?: CallControl): Promise<ApplyResult>
  importState(
    typeOf: (name: string) => TypeSchema | undefined,
    request: ImportRequest,
    control?: CallControl,
  ): Promise<{ readonly imported: readonly ImportedResource[] } & Told & Deferrable>
  readDataSource(
    type: TypeSchema,
    config: CtyValue,
    control?: CallControl,
  ): Promise<{ readonly state: CtyValue } & Told & Deferrable>
  openEphemeral(
    type: TypeSchema,
    config: CtyValue,
    control?: CallControl,
  ): Promise<{ readonly result: CtyValue } & EphemeralLease & Told & Deferrable>
  renewEphemeral(typeName: string, held: Uint8Array | undefined, control?: CallControl): Promise<EphemeralLease & Told>
  closeEphemeral(typeName: string, held: Uint8Array | undefined, control?: CallControl): Promise<Told>
  callFunction(
    schema: FunctionSchema,
    args: readonly CtyValue[],
    control?: CallControl,
  ): Promise<{ readonly result: CtyValue; readonly error?: FunctionProblem }>
  listResources(
    list: TypeSchema,
    resource: IdentifiedType,
    request: ListRequest,
    control?: CallControl,
  ): AsyncIterable<ListedResource>
  /** Asks the provider to cancel its present work. Calls in flight still answer. */
  stop(control?: CallControl): Promise<string>
}

/** A resource type with the schema of its identities, if it has identities. */
export interface IdentifiedType extends TypeSchema {
  readonly identity?: IdentitySchema
}

/** The complaints of a provider about a call. */
export interface Told {
  readonly diagnostics: readonly TerraformDiagnostic[]
}

export interface Deferrable {
  /** The reason why the provider cannot make the call yet. */
  readonly deferred?: 'unknown' | 'resource-config-unknown' | 'provider-config-unknown' | 'absent-prerequisite'
}

/** A recorded state, which only the provider can read. */
export interface RecordedState {
  /** Version of the schema with which the state was written. */
  readonly version: number
  /** JSON. */
  readonly json: string
}

export interface MoveRequest {
  readonly providerAddress: string
  readonly typeName: string
  readonly state: RecordedState
  readonly private: Uint8Array
  readonly identitySchema?: IdentitySchema
}

export interface ReadRequest {
  readonly state: CtyValue
  /** The provider's own notes, which go back to it unchanged. */
  readonly private: Uint8Array
  readonly identitySchema?: IdentitySchema
  readonly identity?: CtyValue
}

export interface ReadResult extends Told {
  /** The present state; null when the resource no longer exists. */
  readonly state: CtyValue
  readonly private: Uint8Array
  readonly identity?: CtyValue
}

export interface PlanRequest {
  /** The state before the change; null for a resource that is to be made. */
  readonly prior: CtyValue
  /** The wanted state; null for a resource that is to be destroyed. */
  readonly proposed: CtyValue
  readonly config: CtyValue
  readonly private: Uint8Array
  readonly identitySchema?: IdentitySchema
  readonly identity?: CtyValue
}

export interface PlanResult extends Told, Deferrable {
  readonly planned: CtyValue
  readonly requiresReplace: readonly CtyPath[]
  readonly private: Uint8Array
  /** True for an old provider, whose answers have to follow fewer rules. */
  readonly isLegacy: boolean
  readonly identity?: CtyValue
}

export interface ApplyRequest {
  readonly prior: CtyValue
  readonly planned: CtyValue
  readonly config: CtyValue
  readonly private: Uint8Array
  readonly identitySchema?: IdentitySchema
  readonly identity?: CtyValue
}

export interface ApplyResult extends Told {
  /** The new state; null after a create with errors: nothing was made. */
  readonly state: CtyValue
  readonly private: Uint8Array
  readonly isLegacy: boolean
  readonly identity?: CtyValue
}

export interface ImportRequest {
  readonly typeName: string
  /** The id to import; empty when the identity names the resource. */
  readonly id: string
  readonly identitySchema?: (typeName: string) => IdentitySchema | undefined
  readonly identity?: CtyValue
}

export interface ImportedResource {
  readonly typeName: string
  readonly state: CtyValue
  readonly private: Uint8Array
  readonly identity?: CtyValue
}

export interface EphemeralLease {
  /** Time of renewal in milliseconds since 1970; absent: no renewal is needed. */
  readonly renewAt?: number
  readonly private?: Uint8Array
}

export interface FunctionProblem {
  readonly text: string
  /** Index of the argument at fault, from 0. */
  readonly argument?: number
}

export interface ListRequest {
  readonly config: CtyValue
  readonly limit: number
  readonly withObjects: boolean
}

export interface ListedResource extends Told {
  readonly identity: CtyValue
  readonly displayName: string
  readonly object?: CtyValue
}

export interface WireClientOptions {
  /** Id of the plugin, for messages. */
  readonly pluginId?: string
  readonly store?: SchemaStore | undefined
  /** Receives each warning that comes with an answer. The warnings of checks are only in the answer. */
  readonly warned?: (warning: TerraformDiagnostic, type: string) => void
}
