import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'

export function define(command: Command): void {
  command.option('--json', 'machine-readable output').action(showFunctions)
}

async function showFunctions({ json = false }: { readonly json?: boolean }): Promise<void> {
  const console = processConsole()
  const [{ listFunctions }, { jsonDocument }, { table }] = await Promise.all([
    import('@slipway/operations/look/functions'),
    import('../output/values/json-value.ts'),
    import('../output/table.ts'),
  ])
  const functions = listFunctions()
  const rows = functions.map(({ signature, extension, description }) => [
    signature,
    extension ? `${description} (extension)` : description,
  ])
  console.out.write(json ? jsonDocument(functions) : table(rows))
}
