import { PulumiProviderMethods } from '@slipway/protocol/pulumi'
import type { StartPackage } from '../providers/connections.ts'

/** A package of an installed plugin: its own, or one that words make the plugin serve. */
export interface DescribedPackage {
  /** The plugin's own package: `terraform-provider`. */
  readonly pkg: string
  /** Exactly this version of the plugin. Empty: the default one. */
  readonly version: string
  readonly server?: string
  readonly parameters: readonly string[]
}

/** In milliseconds: the time limit for a plugin's answer. Some plugins fetch their data first. */
export const answerMs = 120_000

/** Returns the schema of a package, which its plugin provides. Fails like the plugin, and like `StartPackage`. */
export async function describedPackage(
  start: StartPackage,
  { pkg, version, server = '', parameters }: DescribedPackage,
): Promise<string> {
  const isMade = parameters.length > 0
  const { channel } = await start({
    pkg,
    version,
    // A parameterised plugin gets a separate process.
    use: isMade ? `parameters ${JSON.stringify(parameters)}` : ['asked', version].filter(Boolean).join(' '),
    parameter: undefined,
    server: server === '' ? undefined : server,
    variables: undefined,
  })
  const limits = { deadlineMs: answerMs }
  const made = isMade
    ? await channel.call(PulumiProviderMethods.Parameterize, { args: { args: [...parameters] } }, limits)
    : undefined
  const subpackage = made && { subpackageName: made.name, subpackageVersion: made.version }
  const { schema } = await channel.call(PulumiProviderMethods.GetSchema, { ...subpackage }, limits)
  return schema
}
