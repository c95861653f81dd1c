import { Failure } from '@slipway/model'

/**
 * Makes the failure for an unknown provider configuration.
 *
 * @param names the existing configurations
 */
export function noConfiguration(owner: string, configuration: string, names: readonly string[]): Failure {
  const message = `the settings have no configuration "${configuration}" of the provider ${owner}`
  const others = names.length === 0 ? '' : ` (there are: ${names.join(', ')})`
  return new Failure('cli/no-configuration', message, {
    hint: `resources made with it cannot be changed or destroyed without it: write configurations.${owner}.${configuration} into slipway.config.yaml${others}`,
  })
}

const whereToLook = 'slipway plugin list shows the installed plugins and where Slipway looked'

/**
 * Makes the failure for a namespace without an installed plugin.
 *
 * @param how the way to install one, if known
 */
export function notInstalled(namespace: string, how = whereToLook): Failure {
  const message = `no provider for "${namespace}" is installed, which pulumi:providers:${namespace.slice(0, -1)} needs`
  return new Failure('blueprint/no-provider', message, { hint: how })
}

/** Like `notInstalled`, for a command that needs the namespace itself. */
export function noProvider(namespace: string, how = whereToLook): Failure {
  return new Failure('cli/no-provider', `no provider for "${namespace}" is installed`, { hint: how })
}

/** Like `notInstalled`, for a caller of the plugin. */
export function noPlugin(namespace: string, how = whereToLook): Failure {
  return new Failure('cli/no-provider', `no plugin for ${namespace} is installed`, { hint: how })
}
