/** The default hosts. Tests replace the table, as does anyone who packs Slipway for a closed network. */
export interface DefaultHosts {
  readonly github: Forge
  readonly gitlab: Forge
  /** The server for plugins of Pulumi that are not on GitHub: `<url>/<asset>`. */
  readonly pulumi: string
  readonly npm: string
  /** The host of `terraform:hashicorp/time`. */
  readonly terraform: string
  /** The registries of ids without a host, by namespace; other namespaces have no known registry. */
  readonly registries: Readonly<Record<string, string>>
}

interface Forge {
  /** The address for browsers and downloads: `https://github.com`. */
  readonly web: string
  readonly api: string
}

export const defaultHosts: DefaultHosts = {
  github: { web: 'https://github.com', api: 'https://api.github.com' },
  gitlab: { web: 'https://gitlab.com', api: 'https://gitlab.com/api/v4' },
  pulumi: 'https://get.pulumi.com/releases/plugins',
  npm: 'https://registry.npmjs.org',
  terraform: 'registry.opentofu.org',
  registries: { bluelink: 'registry.bluelink.dev' },
}
