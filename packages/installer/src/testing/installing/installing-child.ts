/** `installing-child.ts ROOT NAME`: one of many processes that install the same plugin; prints its result. Downloads are counted in ROOT/downloads. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { wanted } from '../fake-plugins.ts'
import { worldAt } from '../world.ts'

const [root = '', name = ''] = process.argv.slice(2)
const plugins = [
  { name, version: '1.0.0', needs: ['far@1.0.0'], hasDependencies: true },
  { name: 'far', version: '1.0.0' },
]
const { installer, deeds } = worldAt(root, plugins, {
  beforeFetch: (plugin) => appendFileSync(join(root, 'downloads'), `${plugin.name}\n`),
})
// All children begin at once, regardless of how long each took to start.
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const [outcome] = await installer.install([wanted(`${name}@1.0.0`)])
const ran = deeds.filter((deed) => deed.startsWith('dependencies')).length
process.stdout.write(`${outcome?.failure?.message ?? outcome?.action}, ran ${ran}\n`)
process.exit(outcome?.action === 'failed' ? 1 : 0)
