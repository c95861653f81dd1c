import { Failure } from '@slipway/model'

/** @param names of the configurations that there are */
export function noConfiguration(owner: string, configuration: string, names: readonly string[]): Failure {
  const message = `the settings have no configuration "${configuration}" of the provider ${owner}`
  const others = names.length === 0 ? '' : ` (there are: ${names.join(', ')})`
  return new Failure('cli/no-configuration', message, {
    hint: `what was made with it needs it to be changed or destroyed: write configurations.${owner}.${configuration} into slipway.config.yaml${others}`,
  })
}

const whereToLook = 'slipway plugin list shows what is installed and where Slipway looked'

/** @param how there is one to be had, as far as anybody knows */
export function notInstalled(namespace: string, how = whereToLook): Failure {
  const message = `no provider for "${namespace}" is installed, which pulumi:providers:${namespace.slice(0, -1)} needs`
  return new Failure('blueprint/no-provider', message, { hint: how })
}

/** The same for a command that needs the namespace itself. */
export function noProvider(namespace: string, how = whereToLook): Failure {
  return new Failure('cli/no-provider', `no provider for "${namespace}" is installed`, { hint: how })
}

/** The same for whoever calls it. */
export function noPlugin(namespace: string, how = whereToLook): Failure {
  return new Failure('cli/no-provider', `no plugin for ${namespace} is installed`, { hint: how })
}
