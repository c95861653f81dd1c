import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'

export function define(command: Command): void {
  command
    .argument('<code>', 'the code in brackets at the end of a message')
    .option('--json', 'machine-readable output')
    .action(explain)
}

async function explain(code: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  const console = processConsole()
  const [{ explainCode }, { jsonLine }] = await Promise.all([
    import('@slipway/operations/look/explain'),
    import('../output/values/json-value.ts'),
  ])
  const found = explainCode(code)
  console.out.write(json ? jsonLine(found) : `${found.code}\n\n${found.text}\n`)
}
