import type { Command } from 'commander'
import { processConsole } from '../console.ts'

export function define(command: Command): void {
  command
    .argument('<expression>', 'as it would stand between ${ and }')
    .option('--json', 'machine-readable output')
    .action(showValue)
}

async function showValue(expression: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  const console = processConsole()
  const [{ evaluateExpression }, { jsonDocument, jsonValue }, { bareText }, { slipwayOf }, { visibleLines }] =
    await Promise.all([
      import('@slipway/operations/look/evaluate'),
      import('../output/json-value.ts'),
      import('../output/value-text.ts'),
      import('../slipway-of.ts'),
      import('@slipway/source/visible'),
    ])
  const value = await evaluateExpression(slipwayOf(console), expression)
  console.out.write(
    json ? jsonDocument(jsonValue(value)) : `${visibleLines(value === null ? 'none' : bareText(value, false))}\n`,
  )
}
