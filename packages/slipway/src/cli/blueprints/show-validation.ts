import type { NotLookedAt } from '@slipway/engine'
import { hasErrors } from '@slipway/model'
import { validate } from '@slipway/operations/look/validate'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { diagnosticAnnotations } from '../output/diagnostics/annotations.ts'
import { diagnosticsJson } from '../output/diagnostics/diagnostic-json.ts'
import { diagnosticsText, shortPath } from '../output/diagnostics/diagnostics-text.ts'
import { jsonFormat, jsonLine } from '../output/values/json-value.ts'
import { blueprintRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway validate`. Returns the exit code. */
export async function showValidation(
  given: string | undefined,
  options: BlueprintOptions & { readonly strict?: boolean; readonly portable?: boolean },
  console: Console,
): Promise<number> {
  const request = { ...blueprintRequest(given, options, console), portable: options.portable === true }
  const { file, diagnostics, notLookedAt } = await validate(slipwayOf(console, options), request, sayEvents(console))
  const valid = !hasErrors(diagnostics)
  const isMissingSomething = notLookedAt.some(({ why }) => why !== 'outside')
  if (options.json === true) {
    console.out.write(
      jsonLine({ format: jsonFormat, type: 'validation', file, valid, ...diagnosticsJson(diagnostics), notLookedAt }),
    )
  } else {
    if (diagnostics.length > 0) console.err.write(diagnosticsText(diagnostics, console.err))
    console.err.writeAsIs(diagnosticAnnotations(diagnostics, console.env))
    const isPartly = isMissingSomething || diagnostics.some(({ code }) => code === 'blueprint/not-checked')
    if (valid) console.err.write(`${shortPath(file)} is valid${isPartly ? ', as far as it could be checked' : ''}\n`)
    if (valid) console.err.write(outsideText(notLookedAt))
    if (valid && request.portable && diagnostics.every(({ code }) => code !== 'blueprint/beyond-specification'))
      console.err.write(`${shortPath(file)} is portable: it uses nothing beyond the public specification\n`)
    if (valid && isMissingSomething && options.strict === true) console.err.write('It fails because of --strict.\n')
  }
  return valid && !(isMissingSomething && options.strict === true) ? exitCodes.ok : exitCodes.failed
}

/** Leaves out missing plugins, because a warning names them. */
function outsideText(notLookedAt: readonly NotLookedAt[]): string {
  const outside = notLookedAt.filter(({ why }) => why === 'outside').map(({ what }) => what)
  return outside.length === 0 ? '' : `not looked at: ${outside.join('; ')}\n`
}
