import type { CtyValue } from '../cty/value.ts'
import type { IdentitySchema, TypeSchema } from '../schema/schema.ts'

/** A resource type as its provider describes it. */
export interface Described extends TypeSchema {
  readonly identity?: IdentitySchema
}

/** A state as the provider answers it, with the bytes that go back to it unchanged. */
export interface Held {
  readonly state: CtyValue
  readonly private: Uint8Array
  readonly identity?: CtyValue
}
