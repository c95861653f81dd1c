import type { ValueMap } from '@slipway/model'
import type { ImportPlan, PlannedImport } from '@slipway/operations/converting/state/import-plan'
import { importedBlueprint, refuseProgram } from '@slipway/operations/converting/state/imported-blueprint'
import { importStateFrom, type ImportedFrom } from '@slipway/operations/converting/state/import-state-from'
import { refuseOverwriting, writeFragment } from '@slipway/operations/forms/write-fragment'
import { visible } from '@slipway/source/visible'
import { type Console, paint } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { diagnosticsJson } from '../output/diagnostics/diagnostic-json.ts'
import { diagnosticsText } from '../output/diagnostics/diagnostics-text.ts'
import { jsonObject, jsonReport, jsonValue } from '../output/values/json-value.ts'
import { agreement, projectRequest } from '../requests/requests.ts'
import { sayWaiting } from '../reporting/say-events.ts'
import { installingSlipwayOf, slipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

export interface StateImportOptions extends BlueprintOptions {
  readonly from: string
  readonly out?: string
}

/** `slipway import --from NAME FILE`. Returns the exit code. */
export async function showStateImport(
  state: string,
  args: readonly string[],
  options: StateImportOptions,
  console: Console,
): Promise<number> {
  const { from, out, json = false } = options
  if (out !== undefined) {
    await refuseProgram(slipwayOf(console, options), projectRequest(undefined, options))
    refuseOverwriting(slipwayOf(console, options), out)
  }
  const signals = stopSignals()
  const waiting = sayWaiting(console)
  const agree = agreement(
    console,
    options,
    ({ instance, resources }: ImportPlan) =>
      `Record ${resources.length === 1 ? 'this resource' : `these ${resources.length} resources`} in ${instance}?`,
  )
  const shown = async (plan: ImportPlan): Promise<boolean> => {
    if (!json) sayPlan(plan, options, console)
    const { agreed } = await import('@slipway/operations/state/change-state')
    return await agreed(agree, plan)
  }
  try {
    const request = {
      ...projectRequest(undefined, options),
      from,
      state,
      args,
      agree: shown,
      waitMs: (options.wait ?? 0) * 1000,
      stop: signals.stop,
    }
    const imported = await importStateFrom(installingSlipwayOf(console, options, signals.stop), request, (event) => {
      if (event.type === 'started') signals.watch(() => undefined)
      else waiting.observe(event)
    })
    if (out !== undefined && imported.outcome === 'imported')
      writeFragment(slipwayOf(console, options), out, importedBlueprint(imported.records, out))
    if (json) console.out.write(jsonReport(jsonOf(imported, options)))
    else sayEnd(imported, options, console)
    return imported.outcome === 'imported' ? exitCodes.ok : exitCodes.failed
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    waiting.end()
    signals.release()
  }
}

function sayEnd({ outcome, plan, told }: ImportedFrom, { out }: StateImportOptions, console: Console): void {
  const { instance, resources } = plan
  for (const sentence of told) console.err.write(`${visible(sentence)}\n`)
  if (outcome === 'declined') return
  if (outcome === 'nothing') {
    sayRest(plan, console)
    console.err.write('There is nothing to import.\n')
    return
  }
  const things = resources.length === 1 ? '1 resource' : `${resources.length} resources`
  const written = out === undefined ? '' : ` ${visible(out)} has these resources as blueprint text.`
  console.err.write(`${things} imported into ${instance}.${written} slipway plan shows what up would change.\n`)
}

function sayPlan(plan: ImportPlan, { showSecrets = false }: StateImportOptions, console: Console): void {
  const { instance, resources, pluginId } = plan
  const colors = paint(console.out)
  console.out.write(`Import into ${instance}, as ${pluginId} says:\n`)
  for (const resource of resources) {
    const { name, type, id } = resource
    const shownId = id === '' ? '' : ` ${visible(id)}`
    console.out.write(`  ${colors.green('+')} ${colors.bold(visible(name))} (${visible(type)})${shownId}\n`)
    for (const line of detailsOf(resource, showSecrets)) console.out.write(`      ${line}\n`)
  }
  sayRest(plan, console)
}

function sayRest({ leftOut, diagnostics }: ImportPlan, { err }: Console): void {
  if (diagnostics.length > 0) err.write(diagnosticsText(diagnostics, err))
  if (leftOut.length > 0) err.write(`Left out:\n`)
  for (const { name, type, why } of leftOut) err.write(`  ${visible(name)} (${visible(type)}): ${visible(why)}\n`)
}

function detailsOf(resource: PlannedImport, showSecrets: boolean): readonly string[] {
  const { parent, provider, version, server, parameterization: made, extension, isComponent, isRead } = resource
  const plugin = [version === '' ? '' : `version ${version}`, server === '' ? '' : `from ${server}`].filter(Boolean)
  return [
    ...(isComponent ? ['a group of others'] : []),
    ...(parent === '' ? [] : [`parent: ${visible(parent)}`]),
    ...(provider === '' ? [] : [`provider: ${visible(provider)}`]),
    ...(plugin.length === 0 ? [] : [`plugin: ${visible(plugin.join(' '))}`]),
    ...(made === undefined
      ? []
      : [
          `package: ${visible(made.name)}, made by ${visible(made.plugin)} ${visible(made.pluginVersion)} with parameters`,
        ]),
    ...(extension === undefined
      ? []
      : [`package: the extension ${visible(extension.name)} ${visible(extension.version)}`]),
    ...propertiesOf('inputs', resource.inputs, showSecrets),
    ...propertiesOf('outputs', resource.outputs, showSecrets),
    ...(isRead ? ['the rest is as its provider reports it'] : []),
  ]
}

/** How many characters of a value are shown. */
const longestValue = 200

function propertiesOf(what: string, values: ValueMap | undefined, showSecrets: boolean): readonly string[] {
  const entries = Object.entries(values ?? {})
  if (entries.length === 0) return []
  return [
    `${what}:`,
    ...entries.map(([name, value]) => {
      const text = JSON.stringify(jsonValue(value, { showSecrets })) ?? 'null'
      return `  ${visible(name)}: ${visible(text.length > longestValue ? `${text.slice(0, longestValue)}…` : text)}`
    }),
  ]
}

function jsonOf({ outcome, plan, told }: ImportedFrom, { showSecrets = false }: StateImportOptions): object {
  const { instance, resources, leftOut, diagnostics } = plan
  return {
    outcome,
    instance,
    resources: resources.map((resource) => resourceJson(resource, showSecrets)),
    leftOut,
    told,
    ...diagnosticsJson(diagnostics),
  }
}

function resourceJson(resource: PlannedImport, showSecrets: boolean): object {
  const { parameterization, extension, inputs, outputs, ...said } = resource
  return {
    ...said,
    ...(parameterization && { parameterization: withText(parameterization) }),
    ...(extension && { extension: withText(extension) }),
    inputs: jsonObject(inputs ?? {}, { showSecrets }),
    outputs: jsonObject(outputs ?? {}, { showSecrets }),
  }
}

function withText<P extends { readonly value: Uint8Array }>(parameter: P) {
  return { ...parameter, value: Buffer.from(parameter.value).toString('base64') }
}
