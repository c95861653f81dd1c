import { join } from 'node:path'
import type { SdkLanguage } from '@slipway/languages'
import { readRuntime, type SourceRuntime } from './described/plugin-yaml.ts'

/** Makes SDKs of a runtime in our own process; `undefined` if only a language plugin can make them. */
export async function sdkLanguage(runtime: string): Promise<SdkLanguage | undefined> {
  const { nodejs, python } = await import('@slipway/languages')
  return await [nodejs, python].find(({ name }) => name === runtime)?.sdks?.()
}

/** The runtime of a plugin that is sources in a folder. Fails like `readRuntime`. */
export function runtimeOfSources(folder: string): SourceRuntime {
  return readRuntime(join(folder, 'PulumiPlugin.yaml'))
}
