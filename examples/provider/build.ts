/** Makes one file of the plugin, with all that it imports, below `plugins/`: where `slipway` looks for it. */
import { chmodSync, rmSync } from 'node:fs'
import { build } from 'esbuild'
import { provider } from './provider.ts'

rmSync('plugins', { recursive: true, force: true })
const outfile = `plugins/providers/${provider.id}/${provider.version}/plugin`
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
