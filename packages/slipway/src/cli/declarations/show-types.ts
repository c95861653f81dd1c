import { projectTypes, type ProjectTypes } from '@slipway/operations/project-types/project-types'
import { watchTypes, writeTypes } from '@slipway/operations/project-types/write-types'
import type { Failure } from '@slipway/model'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { type BlueprintOptions, usage } from '../requests/options.ts'
import { diagnosticsJson } from '../output/diagnostics/diagnostic-json.ts'
import { diagnosticsText, shortPath } from '../output/diagnostics/diagnostics-text.ts'
import { jsonFormat, jsonLine } from '../output/values/json-value.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

export interface TypesOptions extends BlueprintOptions {
  readonly watch?: boolean
  readonly check?: boolean
  readonly out?: string
}

/** `slipway types`. Returns the exit code. */
export async function showTypes(options: TypesOptions, console: Console): Promise<number> {
  const { watch = false, check = false, out } = options
  if (watch && check) throw usage('--watch and --check exclude each other')
  const slipway = slipwayOf(console, options)
  const { settings = [] } = projectRequest(undefined, options)
  const request = { out, settings }
  const observe = sayEvents(console)
  const show = (types: ProjectTypes): void => say(types, options, console)
  if (watch) {
    await untilStopped((signal) =>
      watchTypes(
        slipway,
        { ...request, signal, onRound: show, onFailure: (failure) => tell(failure, console) },
        observe,
      ),
    )
    return exitCodes.ok
  }
  const types = await (check ? projectTypes : writeTypes)(slipway, request, observe)
  show(types)
  return check && !types.isCurrent ? exitCodes.failed : exitCodes.ok
}

/** Does work that Ctrl-C ends properly. */
async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signals = stopSignals()
  signals.watch(() => {})
  try {
    await work(signals.stop)
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    signals.release()
  }
}

function say(types: ProjectTypes, { json = false, check = false }: TypesOptions, console: Console): void {
  const { file, isCurrent, installed, named, kept, diagnostics } = types
  if (json) {
    const document = { format: jsonFormat, type: 'types', file, isCurrent, installed, named, kept }
    console.out.write(jsonLine({ ...document, ...diagnosticsJson(diagnostics) }))
    return
  }
  if (diagnostics.length > 0) console.err.write(diagnosticsText(diagnostics, console.err))
  const what = `${installed} installed types, ${named.length} of them in full`
  const name = shortPath(file)
  if (isCurrent) console.out.write(`${name} is up to date: ${what}\n`)
  else if (check) console.out.write(`${name} is not up to date: slipway types writes it\n`)
  else console.out.write(`${name} is written: ${what}\n`)
}

function tell({ message, hint }: Failure, { err }: Console): void {
  err.write(`error: ${message}\n${hint === undefined ? '' : `  hint: ${hint}\n`}`)
}
