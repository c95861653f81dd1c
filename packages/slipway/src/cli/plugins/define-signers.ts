import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions, usage } from '../options.ts'
import type { TrustRootOptions } from './show-signers.ts'

/** Gives `slipway plugin` its commands about the signers of plugins. */
export function defineSigners(plugin: Command): void {
  const key = plugin
    .command('trust-key')
    .description('let a signer sign a plugin, besides those that were seen; without a signer: show them')
    .argument('<descriptor>', 'which plugin: slipway plugin install --help shows the forms')
    .argument('[signer]', 'gpg:FINGERPRINT, "sigstore:ISSUER SUBJECT", or the file of a public key')
  addBlueprintOptions(key, ['json', 'set']).action(
    async (descriptor: string, signer: string | undefined, options: BlueprintOptions) => {
      const { showTrustKey } = await import('./show-signers.ts')
      await showTrustKey({ descriptor, signer }, options, processConsole())
    },
  )
  plugin
    .command('trust-root')
    .description(
      'keep the certificates and logs of Sigstore that attestations are verified with; without arguments: show what is kept',
    )
    .argument('[file]', 'a trusted_root.json, for a machine without network or a Sigstore of your own')
    .option('--refresh', 'fetch it, by The Update Framework')
    .option('--mirror <url>', 'with --refresh: from there instead of sigstore.dev')
    .option('--root <file>', 'with --mirror: the root.json that its signatures begin with')
    .option('--json', 'machine-readable output on stdout')
    .action(async (file: string | undefined, options: TrustRootOptions) => {
      const { refresh = false, mirror, root } = options
      if (file !== undefined && refresh) throw usage('give a file or --refresh, not both')
      if (!refresh && (mirror !== undefined || root !== undefined)) throw usage('--mirror and --root go with --refresh')
      const { showTrustRoot } = await import('./show-signers.ts')
      await showTrustRoot(file, options, processConsole())
    })
}
