/** A schema of any library that follows Standard Schema, version 1, such as zod, valibot or arktype. https://standardschema.dev */
export interface StandardSchema<Given = unknown, Value = Given> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Value> | Promise<SchemaResult<Value>>
    readonly types?: { readonly input: Given; readonly output: Value } | undefined
    /** The schema as JSON Schema, which some libraries offer. */
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => Record<string, unknown> }
  }
}

export type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

export function isStandardSchema(given: unknown): given is StandardSchema {
  if ((typeof given !== 'object' && typeof given !== 'function') || given === null) return false
  const standard: unknown = (given as { readonly '~standard'?: unknown })['~standard']
  return (
    typeof standard === 'object' &&
    standard !== null &&
    typeof (standard as { readonly validate?: unknown }).validate === 'function'
  )
}
