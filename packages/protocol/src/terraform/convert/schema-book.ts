import type { SchemaBook } from '../schema/schema.ts'

/** Makes a book that reads a schema when it is first requested: a large provider has thousands, and a project uses a few. */
export function schemaBook<Schema>(
  entries: Readonly<Record<string, Uint8Array>>,
  read: (name: string, bytes: Uint8Array) => Schema,
): SchemaBook<Schema> {
  const known = new Map<string, Schema>()
  return {
    names: Object.keys(entries).sort(),
    get: (name) => {
      const bytes = entries[name]
      if (bytes === undefined) return undefined
      const schema = known.get(name) ?? read(name, bytes)
      known.set(name, schema)
      return schema
    },
  }
}
