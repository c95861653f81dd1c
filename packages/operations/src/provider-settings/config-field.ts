import type { ConfigFieldDefinition } from '@slipway/model'

/** Returns the definition of a field. A pattern such as `tags.<name>` covers many fields. */
export function fieldOf(
  fields: Readonly<Record<string, ConfigFieldDefinition>>,
  name: string,
): ConfigFieldDefinition | undefined {
  if (Object.hasOwn(fields, name)) return fields[name]
  const pattern = Object.keys(fields).find((key) => {
    const open = key.indexOf('<')
    return open > 0 && name.startsWith(key.slice(0, open)) && name.length > open
  })
  return pattern === undefined ? undefined : fields[pattern]
}
