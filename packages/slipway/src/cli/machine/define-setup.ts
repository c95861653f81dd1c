import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'

export function define(command: Command): void {
  command.option('--json', 'machine-readable output').action(setup)
}

/** Makes the default plugin directory and puts the core plugins into it. Doing it again changes nothing. */
async function setup({ json }: { readonly json?: boolean }): Promise<void> {
  const console = processConsole()
  const [{ setupPlugins }, { jsonReport }] = await Promise.all([
    import('@slipway/operations/installing/setup-plugins'),
    import('../output/values/json-value.ts'),
  ])
  const { root, plugins, pathLine } = setupPlugins(console.env)
  if (json === true) {
    console.out.write(jsonReport({ root, plugins, pathLine }))
    return
  }
  for (const { id, version, outcome } of plugins) console.out.write(`${id} ${version} ${outcome}\n`)
  console.err.write(`The core plugins are in ${root}.\n`)
  console.err.write('Slipway looks for plugins there unless your shell sets this variable:\n')
  console.out.write(`${pathLine}\n`)
}
