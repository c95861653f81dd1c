import { listState, type ListedResource } from '@slipway/operations/state/list'
import { showRecord as recordNamed } from '@slipway/operations/state/show'
import { exportState, type StateFormat } from '@slipway/operations/state/transfer/transfer'
import { shownType } from '@slipway/programs/shown-type'
import { isWholeLink, missingKeys, type ChildRecord, type LinkRecord, type ResourceRecord } from '@slipway/stores'
import type { ValueMap } from '@slipway/model'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { exportsText } from '../output/values/exports-text.ts'
import { jsonDocument, jsonObject, jsonReport, jsonValue } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { damagedText, sealedText } from '../output/records/unreadable-text.ts'
import { valueText } from '../output/values/value-text.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { optionFacts } from './option-facts.ts'

/** `slipway state list`: a blueprint that was never deployed has no resources to list. */
export async function showList(console: Console, file: string | undefined, options: BlueprintOptions): Promise<void> {
  const found = await listState(slipwayOf(console), projectRequest(file, options))
  const { resources, damaged, damagedLock } = found
  if (damagedLock !== undefined) console.err.write(`${damagedLock.message}: ${damagedLock.hint}\n`)
  for (const record of damaged) console.err.write(damagedText(record))
  console.err.write(sealedText(found.missingKeys))
  if (options.json === true) console.out.write(jsonDocument(resources))
  else if (resources.length === 0) console.err.write('No resources.\n')
  else console.out.write(listText(resources))
}

/** When several resources share a name, only the id identifies one, for `state show`, `state rm` and `--settle`. */
function listText(resources: readonly ListedResource[]): string {
  const names = new Set(resources.map(({ name }) => name))
  const withId = names.size < resources.length
  return table([
    ['NAME', 'TYPE', 'STATUS', ...(withId ? ['ID'] : [])],
    ...resources.map((row) => [row.name, row.type, shownStatus(row), ...(withId ? [row.id] : [])]),
  ])
}

/** Marks the one of several with the same name that is about to be removed; an attempt at a successor is visible by its status. */
function shownStatus({ status, replaced }: ListedResource): string {
  const isAttempt = ['creating', 'create-interrupted', 'create-failed'].includes(status)
  return replaced && !isAttempt ? `${status} (old)` : status
}

/** `slipway state show RESOURCE`; also works for a child. */
export async function showRecord(
  console: Console,
  name: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const found = await recordNamed(slipwayOf(console), name, projectRequest(file, options))
  console.err.write(sealedText(missingKeys([found])))
  if ('child' in found) return showChild(console, found.child, options)
  if ('link' in found) {
    console.out.write(options.json === true ? linkJson(found.link, options) : linkText(found.link, options))
    return
  }
  const { resource } = found
  console.out.write(options.json === true ? recordJson(resource, options) : recordText(resource, options))
}

function showChild(console: Console, child: ChildRecord, options: BlueprintOptions): void {
  if (options.json === true) {
    console.out.write(jsonReport({ ...child, exports: jsonObject(child.exports, options) }))
    return
  }
  const facts = [
    ['child', child.name],
    ['status', child.status],
    ['blueprint', child.blueprintFile],
    ['updated', new Date(child.updatedAt).toISOString()],
  ]
  console.out.write(`${table(facts)}exports\n${exportsText(child.exports, options.showSecrets ?? false)}`)
}

function recordJson(record: ResourceRecord, options: BlueprintOptions): string {
  return jsonReport({ ...record, spec: jsonValue(record.spec, options) })
}

function linkJson(link: LinkRecord, options: BlueprintOptions): string {
  const intermediaries = link.intermediaries.map((one) => ({ ...one, spec: jsonValue(one.spec, options) }))
  return jsonReport({ ...link, data: jsonValue(link.data, options), intermediaries })
}

function linkText(link: LinkRecord, options: BlueprintOptions): string {
  const { phases, intermediaries, former = [] } = link
  const facts = [
    ['name', link.name],
    ['type', link.type],
    ['status', link.status],
    ['id', link.id],
    ['plugin', `${link.pluginId} ${link.pluginVersion}`],
    ['from', `${link.a.name} (${link.a.resourceId})`],
    ['to', `${link.b.name} (${link.b.resourceId})`],
    ...former.map(({ name, resourceId }) => [
      isWholeLink(link) ? 'stood on' : 'may stand on',
      `${name} (${resourceId})`,
    ]),
    ...Object.entries(phases).map(([phase, { status, attempts, durationMs = 0 }]) => [
      `phase ${phase}`,
      `${status}, ${attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}, ${durationMs} ms`,
    ]),
    ...intermediaries.map(({ resourceId, type, status }) => ['made', `${resourceId} (${type}, ${status})`]),
    ['updated', new Date(link.updatedAt).toISOString()],
    ...link.failureReasons.map((reason) => ['failed', reason]),
  ]
  return `${table(facts)}data\n${table(rowsOf(link.data, options))}`
}

function rowsOf(values: ValueMap, options: BlueprintOptions): string[][] {
  return Object.entries(values).map(([key, value]) => [`  ${key}`, valueText(value, { ...options, limit: 400 })])
}

function recordText(record: ResourceRecord, options: BlueprintOptions): string {
  const facts = [
    ['name', record.name],
    ['type', shownType(record)],
    ['status', record.status],
    ['id', record.id],
    ['plugin', `${record.pluginId} ${record.pluginVersion}`],
    ['depends on', record.dependsOn.join(', ') || '-'],
    ['updated', new Date(record.updatedAt).toISOString()],
    ...optionFacts(record),
    ...record.failureReasons.map((reason) => ['failed', reason]),
  ]
  return `${table(facts)}spec\n${table(rowsOf(record.spec, options))}`
}

export interface ExportOptions extends BlueprintOptions {
  readonly format?: StateFormat
  /** An alias for the format. */
  readonly to?: StateFormat
  readonly project?: string
}

/** The makers of the resources that a format can hold. */
const makers: Readonly<Record<StateFormat, string>> = {
  slipway: 'nobody',
  pulumi: 'no plugin of Pulumi',
  terraform: 'no provider of Terraform',
}

/** `slipway state export`: to stdout. Secrets are sealed, unless the user wants to see them. */
export async function printExport(console: Console, file: string | undefined, options: ExportOptions): Promise<void> {
  const { to, format = to, project, showSecrets: revealSecrets = false } = options
  const kind = { ...(format !== undefined && { format }), ...(project !== undefined && { project }) }
  const request = { ...projectRequest(file, options), revealSecrets, ...kind }
  const { text, damaged, leftOut } = await exportState(slipwayOf(console, options), request, sayEvents(console))
  for (const record of damaged) console.err.write(damagedText(record))
  for (const name of leftOut) console.err.write(`left out: ${name}, which ${makers[format ?? 'slipway']} has made\n`)
  console.out.write(text)
}
