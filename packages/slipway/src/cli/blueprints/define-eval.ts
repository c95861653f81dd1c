import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'

interface EvalOptions extends BlueprintOptions {
  readonly blueprint?: string
}

export function define(command: Command): void {
  command
    .argument('<expression>', 'the text between ${ and }')
    .option(
      '--blueprint <file>',
      'evaluate it in this blueprint (a file, or a folder with one): with its variables and values, the resources as recorded, and exports.NAME',
    )
  addBlueprintOptions(command, ['instance', 'json', 'trust', 'var', 'varFile', 'set']).action(showValue)
}

async function showValue(expression: string, options: EvalOptions): Promise<void> {
  const console = processConsole()
  const [{ jsonDocument, jsonValue }, { bareText }, { visibleLines }] = await Promise.all([
    import('../output/values/json-value.ts'),
    import('../output/values/value-text.ts'),
    import('@slipway/source/visible'),
  ])
  const value = await valueOf(expression, options)
  console.out.write(
    options.json === true
      ? jsonDocument(jsonValue(value))
      : `${visibleLines(value === null ? 'none' : bareText(value, false))}\n`,
  )
}

/** An option that names only a blueprint means the blueprint in this folder. */
async function valueOf(expression: string, options: EvalOptions) {
  const console = processConsole()
  const { blueprint, instance, var: given, varFile } = options
  const { slipwayOf } = await import('../requests/slipway-of.ts')
  if (blueprint === undefined && instance === undefined && given.length + varFile.length === 0) {
    const { evaluateExpression } = await import('@slipway/operations/look/evaluate')
    return await evaluateExpression(slipwayOf(console), expression)
  }
  const [{ evaluateInBlueprint }, { blueprintRequest }, { sayEvents }] = await Promise.all([
    import('@slipway/operations/look/evaluate-in-blueprint'),
    import('../requests/requests.ts'),
    import('../reporting/say-events.ts'),
  ])
  const { ask: _, ...request } = blueprintRequest(blueprint, options, console)
  return await evaluateInBlueprint(slipwayOf(console, options), expression, request, sayEvents(console))
}
