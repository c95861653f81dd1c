import { type Diagnostic, Failure, hasErrors, type PluginDiagnostic, PluginFailure } from '@slipway/model'
import type { CheckedBlueprint, CheckedDataSource } from '../../check/checked.ts'
import type { Origin } from '../../language/expression.ts'

/** The failure if a plugin refuses to read a data source of a blueprint. */
class RefusedDataSource extends Failure {
  override readonly name = 'RefusedDataSource'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const first = diagnostics.find(({ severity }) => severity === 'error')
    super('engine/refused-data-source', first?.message ?? 'a plugin refuses a data source')
    this.diagnostics = diagnostics
  }
}

/**
 * Adds to a failure the place in the blueprint that asks for the answer.
 *
 * @param what `it is declared`
 */
export async function atPlace<T>(
  what: string,
  origin: Origin | undefined,
  { source }: Pick<CheckedBlueprint, 'source'>,
  answer: Promise<T>,
): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (!(thrown instanceof PluginFailure) || source === undefined || origin === undefined) throw thrown
    const { start } = origin
    const { line, column } = source.position(start)
    const { message, details, reasons } = thrown
    const place = `${what} in ${source.fileAt(start)}, line ${line}, column ${column}`
    throw thrown.reworded({ message, details: [...details, place], reasons })
  }
}

/**
 * A plugin's diagnostics about a data source, with its place in the blueprint.
 *
 * @throws Failure when one of them is an error
 */
export function saidOfDataSource(
  found: readonly PluginDiagnostic[],
  { name, origin }: CheckedDataSource,
  { file, source }: Pick<CheckedBlueprint, 'file' | 'source'>,
  pluginId: string,
): readonly Diagnostic[] {
  const range = source === undefined ? {} : { range: source.range(origin.start, origin.end) }
  const diagnostics = found.map(({ severity, message, path, hint, method = 'provider.DataSource.CustomValidate' }) => ({
    code: 'engine/refused-data-source',
    severity,
    message: `the data source ${name} (${pluginId}, ${method}): ${message}`,
    file,
    ...(hint === undefined ? {} : { hint }),
    path: path === undefined ? `datasources.${name}` : `datasources.${name}.${path}`,
    ...range,
  }))
  if (hasErrors(diagnostics)) throw new RefusedDataSource(diagnostics)
  return diagnostics
}
