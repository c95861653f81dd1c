import { PluginFailure } from '@slipway/model'
import { ResourceProvider as Methods } from '../../gen/provider.ts'
import type { PulumiCallOptions, PulumiCalls } from './calls.ts'

/** A package that a plugin should serve, and the value that the plugin derives it from. */
export interface Parameterization {
  readonly name: string
  readonly version: string
  readonly value: Uint8Array
}

/** Makes a plugin serve a package beside its own. A refusal changes nothing. */
export async function extend(
  calls: PulumiCalls,
  { name, version, value }: Parameterization,
  options: PulumiCallOptions,
): Promise<void> {
  const answer = await calls.call(Methods.Parameterize, { value: { name, version, value } }, options).catch(unserved)
  if (answer?.name === name) return
  const why =
    answer === undefined
      ? `it serves only its own package, not "${name}"`
      : `with the data for the package "${name}", it serves "${answer.name}"`
  throw calls.refusal([why], options)
}

function unserved(error: unknown): undefined {
  if (!(error instanceof PluginFailure)) throw error
  if (error.code !== 'protocol/unimplemented') throw error.reworded({}, { refused: true })
}
