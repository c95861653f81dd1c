/** Keeps a provider's answers about its types, so that each binary is asked once and not once for each run. Never fails. */
export interface SchemaStore {
  read(part: SchemaPart): StoredSchemas | undefined
  write(part: SchemaPart, schemas: StoredSchemas): void
}

export type SchemaPart = 'schemas' | 'identities'

export interface StoredSchemas {
  readonly protocolVersion: 5 | 6
  /** The provider's unchanged answer. */
  readonly answer: Uint8Array
}
