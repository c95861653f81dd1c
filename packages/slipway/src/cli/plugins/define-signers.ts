import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions, usage } from '../requests/options.ts'
import type { TrustRootOptions } from './show-signers.ts'

/** Gives `slipway plugin` its commands about the signers of plugins. */
export function defineSigners(plugin: Command): void {
  const key = plugin
    .command('trust-key')
    .description('trust another signer of a plugin; without a signer: show those that you trust')
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
      'keep the certificates and logs of Sigstore that attestations are verified with; without arguments: show them',
    )
    .argument('[file]', 'a trusted_root.json, for a machine without network or for your own Sigstore')
    .option('--refresh', 'fetch them with The Update Framework')
    .option('--mirror <url>', 'with --refresh: server to use instead of sigstore.dev')
    .option('--root <file>', 'with --mirror: the root.json that its signatures start from')
    .option('--json', 'machine-readable output on stdout')
    .action(async (file: string | undefined, options: TrustRootOptions) => {
      const { refresh = false, mirror, root } = options
      if (file !== undefined && refresh) throw usage('give a file or --refresh, not both')
      if (!refresh && (mirror !== undefined || root !== undefined)) throw usage('--mirror and --root need --refresh')
      const { showTrustRoot } = await import('./show-signers.ts')
      await showTrustRoot(file, options, processConsole())
    })
}
