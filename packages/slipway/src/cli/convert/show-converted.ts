import type { Diagnostic } from '@slipway/model'
import type { NotConverted } from '@slipway/operations/converting/not-converted'
import type { Form } from '@slipway/source'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import { type BlueprintOptions, usage } from '../requests/options.ts'
import { diagnosticsJson } from '../output/diagnostics/diagnostic-json.ts'
import { diagnosticsText, shortPath } from '../output/diagnostics/diagnostics-text.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayWaiting } from '../reporting/say-events.ts'
import { installingSlipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

export interface ConvertOptions extends BlueprintOptions {
  readonly to: string
  readonly from?: string
  readonly out?: string
  readonly force?: boolean
  readonly snippet?: string
}

/** `slipway convert`. */
export async function showConverted(
  file: string | undefined,
  args: readonly string[],
  options: ConvertOptions,
  console: Console,
): Promise<void> {
  const { from } = options
  if (from === undefined) return await showForm(file, args, options, console)
  if (options.snippet !== undefined) return await showSnippet({ from, file, args }, options, console)
  const { out } = options
  if (out === undefined) throw usage('--from needs a folder for the result: --out DIR')
  const { convertProgram } = await import('@slipway/operations/converting/convert-program')
  const converted = await withSignals(options, console, (slipway, observe, stop) =>
    convertProgram(
      slipway,
      {
        ...asked({ from, args }, options),
        directory: file ?? '.',
        out,
        force: options.force ?? false,
        stop,
      },
      observe,
    ),
  )
  if (options.json === true) console.out.write(jsonReport(jsonOf(converted)))
  else {
    sayRest(converted, console)
    for (const each of converted.files) console.out.write(`${visible(shortPath(`${converted.out}/${each}`))}\n`)
  }
}

/** Converts between the forms of a blueprint. */
async function showForm(
  file: string | undefined,
  args: readonly string[],
  { to, json, out, force, snippet }: ConvertOptions,
  console: Console,
): Promise<void> {
  if (!isForm(to))
    throw usage(`--to ${to} needs --from with the name of a converter; without --from, use yaml, json or bp`)
  if (args.length > 0 || out !== undefined || force === true || snippet !== undefined)
    throw usage('arguments for a converter, --out, --force and --snippet need --from with its name')
  const { convert } = await import('@slipway/operations/forms/convert')
  const { text, ...converted } = convert(console, { file, to })
  if (json === true) console.out.write(jsonReport({ ...converted, to, text }))
  else console.out.writeAsIs(text)
}

function isForm(to: string): to is Form {
  return to === 'yaml' || to === 'json' || to === 'bp'
}

interface Named {
  readonly from: string
  readonly file?: string | undefined
  readonly args: readonly string[]
}

async function showSnippet(named: Named, options: ConvertOptions, console: Console): Promise<void> {
  const { snippet: type = '' } = options
  const { file, args } = named
  if (file === undefined) throw usage(`--snippet ${type} needs the file with the resource`)
  if (args.length > 0) throw usage('a converter takes no arguments for a snippet')
  const { convertSnippet } = await import('@slipway/operations/converting/convert-snippet')
  const converted = await withSignals(options, console, (slipway, observe, stop) =>
    convertSnippet(
      slipway,
      { ...asked(named, options), file, type, out: options.out, force: options.force, stop },
      observe,
    ),
  )
  if (options.json === true) {
    const { texts, attributes, resourceNames } = converted
    console.out.write(jsonReport({ ...jsonOf(converted), texts, attributes, resourceNames }))
    return
  }
  sayRest(converted, console)
  if (options.out === undefined) for (const text of Object.values(converted.texts)) console.out.writeAsIs(text)
  else for (const each of converted.files) console.out.write(`${visible(shortPath(`${converted.out}/${each}`))}\n`)
}

function asked({ from, args }: Named, options: ConvertOptions) {
  const { settings = [] } = projectRequest(undefined, options)
  return { from, to: options.to, args, settings }
}

async function withSignals<T>(
  options: ConvertOptions,
  console: Console,
  work: (
    slipway: ReturnType<typeof installingSlipwayOf>,
    observe: ReturnType<typeof sayWaiting>['observe'],
    stop: AbortSignal,
  ) => Promise<T>,
): Promise<T> {
  const signals = stopSignals()
  const waiting = sayWaiting(console)
  try {
    return await work(
      installingSlipwayOf(console, options, signals.stop),
      (event) => {
        if (event.type === 'started') signals.watch(() => undefined)
        else waiting.observe(event)
      },
      signals.stop,
    )
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    waiting.end()
    signals.release()
  }
}

interface Told {
  readonly out: string | undefined
  readonly files: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  readonly notConverted: readonly NotConverted[]
}

function jsonOf({ out, files, diagnostics, notConverted }: Told): object {
  return { out, files, ...diagnosticsJson(diagnostics), notConverted }
}

/** Prints warnings, and everything that was not converted. */
function sayRest({ diagnostics, notConverted }: Told, { err }: Console): void {
  if (diagnostics.length > 0) err.write(diagnosticsText(diagnostics, err))
  if (notConverted.length === 0) return
  const things = notConverted.length === 1 ? 'One thing was' : `${notConverted.length} things were`
  err.write(`${things} not converted; write this yourself:\n`)
  for (const { file, line, column, what, why } of notConverted)
    err.write(`  ${visible(file)}:${line}:${column}: ${visible(what)} (${visible(why)})\n`)
}
