export { blueprintSchema } from './schema/blueprint-schema.ts'
export type { JsonSchema } from './schema/property-schema.ts'
