import { orderEntries, renderOrder, renderTies, renderTypes } from '@slipway/stages'
import { hasErrors, DiagnosticsFailure } from '@slipway/model'
import { taskOrder } from '@slipway/operations/tasks/read-order'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { diagnosticAnnotations } from '../output/diagnostics/annotations.ts'
import { diagnosticsJson } from '../output/diagnostics/diagnostic-json.ts'
import { diagnosticsText } from '../output/diagnostics/diagnostics-text.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export interface TaskCommandOptions {
  readonly json?: boolean
}

/**
 * `slipway tasks order DIR…`: the order in which the tasks of all these plugins run. The order is data; the decisions between ties, the
 * types that plugins bring, and warnings go to stderr. Fails with the mistakes in the files.
 */
export async function showOrder(
  directories: readonly string[],
  options: TaskCommandOptions,
  console: Console,
): Promise<void> {
  const order = await taskOrder(slipwayOf(console), { directories }, sayEvents(console))
  if (hasErrors(order.diagnostics)) throw new DiagnosticsFailure(order.diagnostics)
  if (order.diagnostics.length > 0) console.err.write(diagnosticsText(order.diagnostics, console.err))
  if (options.json === true) {
    console.out.write(jsonDocument(orderEntries(order.tasks)))
    return
  }
  console.out.write(`${renderOrder(order.tasks)}\n`)
  const ties = renderTies(order.tasks)
  if (ties.length > 0) console.err.write(`\nWhere the numbers are equal:\n${ties.map((tie) => `  ${tie}\n`).join('')}`)
  const types = renderTypes(order.types)
  if (types.length > 0) console.err.write(`\nTask types of plugins:\n${types.map((type) => `  ${type}\n`).join('')}`)
}

/** `slipway tasks check DIR…`: everything that is wrong with these plugins. 1 when there is an error. */
export async function showProblems(
  directories: readonly string[],
  options: TaskCommandOptions,
  console: Console,
): Promise<number> {
  const { tasks, types, diagnostics } = await taskOrder(slipwayOf(console), { directories }, sayEvents(console))
  const code = hasErrors(diagnostics) ? exitCodes.failed : exitCodes.ok
  if (options.json === true) console.out.write(jsonDocument(diagnosticsJson(diagnostics).diagnostics))
  else if (diagnostics.length > 0) console.err.write(diagnosticsText(diagnostics, console.err))
  console.err.writeAsIs(diagnosticAnnotations(diagnostics, console.env))
  if (options.json !== true && code === exitCodes.ok) {
    const own = types.length === 0 ? '' : `${types.length === 1 ? '1 task type' : `${types.length} task types`}, `
    console.err.write(`${tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}, ${own}no errors\n`)
  }
  return code
}
