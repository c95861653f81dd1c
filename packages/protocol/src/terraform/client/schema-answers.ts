import { functionSchema, identitySchema, type ProtocolVersion, typeSchema } from '../convert/schema.ts'
import { schemaBook } from '../convert/schema-book.ts'
import type { GetProviderSchemaResponse, GetResourceIdentitySchemasResponse } from '../gen/tfplugin.ts'
import { type Codec, decode } from '../../wire/codec/message.ts'
import type { IdentitySchema, ProviderSchemas, SchemaBook, TypeSchema } from '../schema/schema.ts'
import type { StoredSchemas } from '../schema/store.ts'
import type { Told } from './client.ts'
import { told, understood } from './message-borders.ts'

/** Reads a stored answer; `undefined` if there is none, or if it cannot be read. */
export function storedAnswer<Answer>(
  stored: StoredSchemas | undefined,
  codec: Codec<Answer>,
): { readonly version: ProtocolVersion; readonly answer: Answer } | undefined {
  if (stored === undefined) return undefined
  try {
    return { version: stored.protocolVersion, answer: decode(codec, stored.answer) }
  } catch {
    return undefined
  }
}

/** Reads everything that a provider says about its types. Fails with an Error if its own settings cannot be read. */
export function schemasFrom(
  pluginId: string,
  version: ProtocolVersion,
  answer: GetProviderSchemaResponse,
): ProviderSchemas & Told {
  const called = { pluginId, method: 'GetProviderSchema' }
  const types = (entries: Readonly<Record<string, Uint8Array>>): SchemaBook<TypeSchema> =>
    schemaBook(entries, (name, bytes) =>
      understood(called, () => typeSchema(version, name, bytes), `the schema of ${name}`),
    )
  const { serverCapabilities } = answer
  return {
    provider: typeSchema(version, '', answer.provider),
    resources: types(answer.resourceSchemas),
    dataSources: types(answer.dataSourceSchemas),
    ephemeralResources: types(answer.ephemeralResourceSchemas),
    listResources: types(answer.listResourceSchemas),
    functions: schemaBook(answer.functions, (name, bytes) =>
      understood(called, () => functionSchema(name, bytes), `the function ${name}`),
    ),
    capabilities: {
      planDestroy: serverCapabilities?.planDestroy ?? false,
      schemaOptional: serverCapabilities?.getProviderSchemaOptional ?? false,
      moveState: serverCapabilities?.moveResourceState ?? false,
      generateConfig: serverCapabilities?.generateResourceConfig ?? false,
    },
    ...told(answer),
  }
}

export function identitiesFrom(
  pluginId: string,
  answer: GetResourceIdentitySchemasResponse,
): { readonly identities: SchemaBook<IdentitySchema> } & Told {
  const identities = schemaBook(answer.identitySchemas, (name, bytes) =>
    understood(
      { pluginId, method: 'GetResourceIdentitySchemas' },
      () => identitySchema(bytes),
      `the identity of ${name}`,
    ),
  )
  return { identities, ...told(answer) }
}
