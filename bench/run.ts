/**
 * `npm run bench [-- NAME…]`: whole commands through a real plugin process, each beside its physical limit (as many bare
 * calls and durable commits in the same run) and beside `tofu` where found on PATH.
 *
 *     npm run bench                   everything
 *     npm run bench -- whole          only the cases whose name begins so
 *
 * Prints medians and ratios; judges nothing.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import '../test/trusting.ts'

const cases: Readonly<Record<string, string>> = {
  whole: 'whole/whole-commands.ts',
  links: 'links.ts',
  pulumi: 'pulumi.ts',
  terraform: 'terraform.ts',
  programs: 'programs.ts',
  rpc: 'rpc.ts',
  plugins: 'plugin-start.ts',
  go: 'go-plugins.ts',
  engine: 'engine.ts',
  parse: 'parse.ts',
  sizes: 'sizes.ts',
  stores: 'stores.ts',
  shared: 'shared-state.ts',
  agent: 'agent.ts',
  tasks: 'tasks.ts',
  preparer: 'preparer.ts',
  install: 'install.ts',
  types: 'env-types.ts',
  sdk: 'sdk.ts',
  stacks: 'stacks.ts',
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in cases))
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are: ${Object.keys(cases).join(', ')}`)
  process.exit(1)
}

for (const [name, file] of Object.entries(cases)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n== ${name}`)
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' })
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (status !== 0) process.exitCode = 1
}
