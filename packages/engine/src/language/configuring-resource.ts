/** What stands before the name of a resource, where the name of a configuration would stand. */
const prefix = 'resources.'

/** The name of the resource that configures a provider; `undefined`: the settings do, under that name. */
export function configuringResource(provider = ''): string | undefined {
  return provider.startsWith(prefix) ? provider.slice(prefix.length) : undefined
}

/** The way back. */
export function configuredByResource(name: string): string {
  return `${prefix}${name}`
}
