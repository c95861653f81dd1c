export { Engine, LogSeverity } from './gen/engine.ts'
export { ResourceProvider as PulumiProviderMethods } from './gen/provider.ts'
export { PulumiProvider, type PulumiProviderOptions } from './provider/client.ts'
