import { hasErrors } from '@slipway/model'
import { diagnosticsOf } from '@slipway/operations/project/diagnostics-failure'
import { findBlueprint } from '@slipway/operations/project/find-blueprint'
import { loadForCommand } from './checked-blueprint.ts'
import type { Console } from './console.ts'
import { exitCodes } from './exit-codes.ts'
import type { BlueprintOptions } from './options.ts'
import { diagnosticsJson } from './output/diagnostic-json.ts'
import { diagnosticsText, shortPath } from './output/diagnostics-text.ts'
import { jsonFormat, jsonLine } from './output/json-value.ts'
import { lookWithEngine, projectFor } from './with-engine.ts'

/** `slipway validate`: everything that can be known to be wrong without deploying. Returns the exit code. */
export async function validateBlueprint(
  file: string | undefined,
  options: BlueprintOptions,
  console: Console,
): Promise<number> {
  const project = await projectFor(console, file, options)
  const blueprint = project.blueprint ?? findBlueprint(file, console.cwd)
  const diagnostics = await lookWithEngine(project, console, async (engine) => {
    try {
      const loaded = await loadForCommand(blueprint, options, console)
      return (await engine.check(loaded.blueprint, loaded.variables)).diagnostics
    } catch (error) {
      const found = diagnosticsOf(error)
      if (found === undefined) throw error
      return found
    }
  })
  const valid = !hasErrors(diagnostics)
  if (options.json === true) {
    console.out.write(
      jsonLine({
        format: jsonFormat,
        type: 'validation',
        file: blueprint.file,
        valid,
        ...diagnosticsJson(diagnostics),
      }),
    )
  } else {
    if (diagnostics.length > 0) console.err.write(diagnosticsText(diagnostics, console.err))
    if (valid) console.err.write(`${shortPath(blueprint.file)} is valid\n`)
  }
  return valid ? exitCodes.ok : exitCodes.failed
}
