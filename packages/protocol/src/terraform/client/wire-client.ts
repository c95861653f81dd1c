import type { CallControl } from '@slipway/model'
import { encode, type Init, type Method } from '../../wire/codec/message.ts'
import { type RpcChannel, RpcFailure } from '../../wire/rpc/channel.ts'
import type { CtyValue } from '../cty/value.ts'
import {
  identityFromWire,
  identityToWire,
  pathFromWire,
  valueFromWire,
  valueToWire,
  type TerraformDiagnostic,
} from '../convert/message-parts.ts'
import type { ProtocolVersion } from '../convert/schema.ts'
import { schemaBook } from '../convert/schema-book.ts'
import {
  type DynamicValue,
  type ToldResponse,
  GetProviderSchemaResponse,
  GetResourceIdentitySchemasResponse,
} from '../gen/tfplugin.ts'
import type { FunctionSchema, IdentitySchema, ProviderSchemas, SchemaBook, TypeSchema } from '../schema/schema.ts'
import type { SchemaPart, SchemaStore } from '../schema/store.ts'
import { identitiesFrom, schemasFrom, storedAnswer } from './schema-answers.ts'
import type {
  ApplyRequest,
  ApplyResult,
  Deferrable,
  EphemeralLease,
  FunctionProblem,
  IdentifiedType,
  ImportedResource,
  ImportRequest,
  ListedResource,
  ListRequest,
  MoveRequest,
  PlanRequest,
  PlanResult,
  ReadRequest,
  ReadResult,
  RecordedState,
  TerraformClient,
  Told,
  WireClientOptions,
} from './client.ts'
import {
  type Called,
  configOf,
  deferral,
  functionAnswer,
  lease,
  listed,
  prepared,
  rawState,
  told,
  understood,
} from './message-borders.ts'
import { Provider as methods } from '../gen/tfplugin6.ts'

/** The capabilities of Slipway: write-only attributes. It does not offer to handle deferred work. */
const clientCapabilities = { deferralAllowed: false, writeOnlyAttributesAllowed: true }

/** The version of Terraform that Slipway names: some providers require a minimum version. */
export const terraformVersion = '1.12.6'

/** A client that makes the calls of version 6; the channel to a provider of version 5 converts them. */
export class TerraformWireClient implements TerraformClient {
  readonly #channel: RpcChannel
  readonly #version: () => ProtocolVersion
  readonly #pluginId: string
  readonly #store: SchemaStore | undefined
  readonly #warned: (warning: TerraformDiagnostic, type: string) => void

  /** @param version returns the version of the provider, after its first answer */
  constructor(
    channel: RpcChannel,
    version: () => ProtocolVersion,
    { pluginId = 'a provider', store, warned = () => {} }: WireClientOptions = {},
  ) {
    this.#channel = channel
    this.#version = version
    this.#pluginId = pluginId
    this.#store = store
    this.#warned = warned
  }

  /** Returns the schemas. A provider that requires it is asked in every process. */
  async schemas(control?: CallControl): Promise<ProviderSchemas & Told> {
    const known = storedAnswer(this.#store?.read('schemas'), GetProviderSchemaResponse)
    if (known?.answer.serverCapabilities?.getProviderSchemaOptional === true)
      return understood(this.#called(methods.GetProviderSchema), () =>
        schemasFrom(this.#pluginId, known.version, known.answer),
      )
    return await this.#call(
      methods.GetProviderSchema,
      () => ({}),
      control,
      (answer) => {
        const schemas = schemasFrom(this.#pluginId, this.#version(), answer)
        if (schemas.capabilities.schemaOptional && !schemas.diagnostics.some(({ severity }) => severity === 'error'))
          this.#keep('schemas', encode(GetProviderSchemaResponse, answer))
        return schemas
      },
    )
  }

  async identitySchemas(control?: CallControl): Promise<{ readonly identities: SchemaBook<IdentitySchema> } & Told> {
    const known = storedAnswer(this.#store?.read('identities'), GetResourceIdentitySchemasResponse)
    if (known !== undefined) return identitiesFrom(this.#pluginId, known.answer)
    try {
      return await this.#call(
        methods.GetResourceIdentitySchemas,
        () => ({}),
        control,
        (answer) => {
          this.#keep('identities', encode(GetResourceIdentitySchemasResponse, answer))
          return identitiesFrom(this.#pluginId, answer)
        },
      )
    } catch (error) {
      if (!(error instanceof RpcFailure) || error.code !== 'protocol/unimplemented') throw error
      // The provider is older than identities.
      this.#keep('identities', new Uint8Array())
      return { identities: schemaBook({}, () => undefined as never), diagnostics: [] }
    }
  }

  async validateProvider(provider: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told> {
    const request = (): { config: Init<DynamicValue> } => ({ config: valueToWire(provider.type, config) })
    return await this.#saying(methods.ValidateProviderConfig, request, '', control)
  }

  async validateResource(type: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told> {
    const request = () => ({ ...configOf(type, config), clientCapabilities })
    return await this.#call(methods.ValidateResourceConfig, request, control, told)
  }

  async validateDataSource(type: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told> {
    return await this.#call(methods.ValidateDataResourceConfig, () => configOf(type, config), control, told)
  }

  async validateEphemeral(type: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told> {
    const request = () => configOf(type, config)
    return await this.#saying(methods.ValidateEphemeralResourceConfig, request, type.name, control)
  }

  async configure(provider: TypeSchema, config: CtyValue, control?: CallControl): Promise<Told> {
    const request = () => ({ terraformVersion, config: valueToWire(provider.type, config), clientCapabilities })
    return await this.#saying(methods.ConfigureProvider, request, '', control)
  }

  async upgradeState(
    type: TypeSchema,
    state: RecordedState,
    control?: CallControl,
  ): Promise<{ readonly state: CtyValue } & Told> {
    const request = () => ({ typeName: type.name, version: state.version, rawState: rawState(state) })
    return await this.#call(methods.UpgradeResourceState, request, control, (answer) => ({
      state: valueFromWire(type.type, answer.upgradedState),
      ...this.#told(answer, type.name),
    }))
  }

  async upgradeIdentity(
    typeName: string,
    schema: IdentitySchema,
    identity: RecordedState,
    control?: CallControl,
  ): Promise<{ readonly identity: CtyValue } & Told> {
    const request = () => ({ typeName, version: identity.version, rawIdentity: rawState(identity) })
    return await this.#call(methods.UpgradeResourceIdentity, request, control, (answer) => ({
      identity: valueFromWire(schema.type, answer.upgradedIdentity?.identityData),
      ...this.#told(answer, typeName),
    }))
  }

  async moveState(type: TypeSchema, from: MoveRequest, control?: CallControl): Promise<ReadResult> {
    const request = () => ({
      sourceProviderAddress: from.providerAddress,
      sourceTypeName: from.typeName,
      sourceSchemaVersion: from.state.version,
      sourceState: rawState(from.state),
      targetTypeName: type.name,
      sourcePrivate: from.private,
    })
    return await this.#call(methods.MoveResourceState, request, control, (answer) => ({
      state: valueFromWire(type.type, answer.targetState),
      private: answer.targetPrivate,
      ...identityFromWire(from.identitySchema, answer.targetIdentity),
      ...this.#told(answer, type.name),
    }))
  }

  async read(type: TypeSchema, current: ReadRequest, control?: CallControl): Promise<ReadResult & Deferrable> {
    const request = () => ({
      typeName: type.name,
      currentState: valueToWire(type.type, current.state),
      private: current.private,
      currentIdentity: identityToWire(current.identitySchema, current.identity),
      clientCapabilities,
    })
    return await this.#call(methods.ReadResource, request, control, (answer) => ({
      state: valueFromWire(type.type, answer.newState),
      private: answer.private,
      ...identityFromWire(current.identitySchema, answer.newIdentity),
      ...this.#told(answer, type.name),
      ...deferral(answer.deferred),
    }))
  }

  async plan(type: TypeSchema, wanted: PlanRequest, control?: CallControl): Promise<PlanResult> {
    const request = () => ({
      typeName: type.name,
      priorState: valueToWire(type.type, wanted.prior),
      proposedNewState: valueToWire(type.type, wanted.proposed),
      config: valueToWire(type.type, wanted.config),
      priorPrivate: wanted.private,
      priorIdentity: identityToWire(wanted.identitySchema, wanted.identity),
      clientCapabilities,
    })
    return await this.#call(methods.PlanResourceChange, request, control, (answer) => ({
      planned: valueFromWire(type.type, answer.plannedState),
      requiresReplace: answer.requiresReplace.map(pathFromWire),
      private: answer.plannedPrivate,
      isLegacy: answer.legacyTypeSystem,
      ...identityFromWire(wanted.identitySchema, answer.plannedIdentity),
      ...this.#told(answer, type.name),
      ...deferral(answer.deferred),
    }))
  }

  async apply(type: TypeSchema, planned: ApplyRequest, control?: CallControl): Promise<ApplyResult> {
    const request = () => ({
      typeName: type.name,
      priorState: valueToWire(type.type, planned.prior),
      plannedState: valueToWire(type.type, planned.planned),
      config: valueToWire(type.type, planned.config),
      plannedPrivate: planned.private,
      plannedIdentity: identityToWire(planned.identitySchema, planned.identity),
    })
    return await this.#call(methods.ApplyResourceChange, request, control, (answer) => ({
      state: valueFromWire(type.type, answer.newState),
      private: answer.private,
      isLegacy: answer.legacyTypeSystem,
      ...identityFromWire(planned.identitySchema, answer.newIdentity),
      ...this.#told(answer, type.name),
    }))
  }

  async importState(
    typeOf: (name: string) => TypeSchema | undefined,
    wanted: ImportRequest,
    control?: CallControl,
  ): Promise<{ readonly imported: readonly ImportedResource[] } & Told & Deferrable> {
    const { typeName, id, identitySchema: schemaOf, identity } = wanted
    const request = () => ({
      typeName,
      id,
      identity: identityToWire(schemaOf?.(typeName), identity),
      clientCapabilities,
    })
    return await this.#call(methods.ImportResourceState, request, control, (answer) => ({
      imported: answer.importedResources.map((each) => {
        const type = typeOf(each.typeName)
        if (type === undefined) throw new Error(`the provider has no type "${each.typeName.slice(0, 60)}"`)
        return {
          typeName: each.typeName,
          state: valueFromWire(type.type, each.state),
          private: each.private,
          ...identityFromWire(schemaOf?.(each.typeName), each.identity),
        }
      }),
      ...this.#told(answer, typeName),
      ...deferral(answer.deferred),
    }))
  }

  async readDataSource(
    type: TypeSchema,
    config: CtyValue,
    control?: CallControl,
  ): Promise<{ readonly state: CtyValue } & Told & Deferrable> {
    const request = () => ({ ...configOf(type, config), clientCapabilities })
    return await this.#call(methods.ReadDataSource, request, control, (answer) => ({
      state: valueFromWire(type.type, answer.state),
      ...this.#told(answer, type.name),
      ...deferral(answer.deferred),
    }))
  }

  async openEphemeral(
    type: TypeSchema,
    config: CtyValue,
    control?: CallControl,
  ): Promise<{ readonly result: CtyValue } & EphemeralLease & Told & Deferrable> {
    const request = () => ({ ...configOf(type, config), clientCapabilities })
    return await this.#call(methods.OpenEphemeralResource, request, control, (answer) => ({
      result: valueFromWire(type.type, answer.result),
      ...lease(answer),
      ...this.#told(answer, type.name),
      ...deferral(answer.deferred),
    }))
  }

  async renewEphemeral(
    typeName: string,
    held: Uint8Array | undefined,
    control?: CallControl,
  ): Promise<EphemeralLease & Told> {
    return await this.#call(
      methods.RenewEphemeralResource,
      () => ({ typeName, private: held }),
      control,
      (answer) => ({ ...lease(answer), ...this.#told(answer, typeName) }),
    )
  }

  async closeEphemeral(typeName: string, held: Uint8Array | undefined, control?: CallControl): Promise<Told> {
    const request = () => ({ typeName, private: held })
    return await this.#saying(methods.CloseEphemeralResource, request, typeName, control)
  }

  async callFunction(
    schema: FunctionSchema,
    args: readonly CtyValue[],
    control?: CallControl,
  ): Promise<{ readonly result: CtyValue; readonly error?: FunctionProblem }> {
    const request = () => ({
      name: schema.name,
      arguments: args.map((value, index) =>
        valueToWire((schema.parameters[index] ?? schema.variadic)?.type ?? 'dynamic', value),
      ),
    })
    return await this.#call(methods.CallFunction, request, control, (answer) => functionAnswer(schema, answer))
  }

  async *listResources(
    list: TypeSchema,
    resource: IdentifiedType,
    { config, limit, withObjects }: ListRequest,
    control?: CallControl,
  ): AsyncGenerator<ListedResource, void, undefined> {
    const method = methods.ListResource
    const request = prepared(this.#called(method), () => ({
      ...configOf(list, config),
      includeResourceObject: withObjects,
      limit,
    }))
    for await (const event of this.#channel.stream(method, request, control))
      yield understood(this.#called(method), () => listed(resource, event))
  }

  async stop(control?: CallControl): Promise<string> {
    return await this.#call(
      methods.StopProvider,
      () => ({}),
      control,
      ({ Error: problem }) => problem,
    )
  }

  async #call<Request, Response, Result>(
    method: Method<Request, Response>,
    request: () => Init<Request>,
    control: CallControl | undefined,
    read: (answer: Response) => Result,
  ): Promise<Result> {
    const answer = await this.#channel.call(method, prepared(this.#called(method), request), control)
    return understood(this.#called(method), () => read(answer))
  }

  /** Makes a call whose answer holds only diagnostics, and reports their warnings. */
  async #saying<Request, Response extends Pick<ToldResponse, 'diagnostics'>>(
    method: Method<Request, Response>,
    request: () => Init<Request>,
    type: string,
    control: CallControl | undefined,
  ): Promise<Told> {
    return await this.#call(method, request, control, (answer) => this.#told(answer, type))
  }

  #told(answer: Pick<ToldResponse, 'diagnostics'>, type: string): Told {
    const { diagnostics } = told(answer)
    for (const each of diagnostics) if (each.severity === 'warning') this.#warned(each, type)
    return { diagnostics }
  }

  #called({ name: method }: { readonly name: string }): Called {
    return { pluginId: this.#pluginId, method }
  }

  #keep(part: SchemaPart, answer: Uint8Array): void {
    this.#store?.write(part, { protocolVersion: this.#version(), answer })
  }
}
