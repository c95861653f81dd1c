import { type Environment, type PluginRoot, slipwayHome, terraformPluginsIn } from '../../layout.ts'

const dialect = 'terraform'

/** The places to look for providers of Terraform: those that run already, then those that Slipway has installed. */
export function terraformRoots({
  env,
  home,
}: {
  readonly env: Environment
  readonly home: string
}): readonly PluginRoot[] {
  const attached = env['TF_REATTACH_PROVIDERS'] ?? ''
  return [
    ...(attached === '' ? [] : [{ path: attached, origin: 'attached', dialect } as const]),
    { path: terraformPluginsIn(slipwayHome({ env, home })), origin: 'default', dialect },
  ]
}
