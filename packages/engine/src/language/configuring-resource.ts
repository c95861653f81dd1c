/** The prefix that distinguishes the name of a resource from the name of a configuration. */
const prefix = 'resources.'

/** The name of the resource that configures a provider; `undefined` for the name of a configuration in the settings. */
export function configuringResource(provider = ''): string | undefined {
  return provider.startsWith(prefix) ? provider.slice(prefix.length) : undefined
}

/** The name of the configuration that a resource gives; the reverse of `configuringResource`. */
export function configuredByResource(name: string): string {
  return `${prefix}${name}`
}
