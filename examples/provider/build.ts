/** Makes one file of the plugin, with all that it imports: what the key "slipway" of package.json names, and npm publishes. */
import { chmodSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import manifest from './package.json' with { type: 'json' }

const outfile = manifest.slipway.file
rmSync(dirname(outfile), { recursive: true, force: true })
await build({
  entryPoints: ['plugin.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  minify: true,
  outfile,
})
chmodSync(outfile, 0o755)
console.log(outfile)
