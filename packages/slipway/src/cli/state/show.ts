import { showResource } from '@slipway/operations/state/show'
import { missingKeys, type ResourceRecord } from '@slipway/stores'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { jsonDocument, jsonValue } from '../output/json-value.ts'
import { sealedText } from '../output/sealed-text.ts'
import { table } from '../output/table.ts'
import { valueText } from '../output/value-text.ts'
import { projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

/** `slipway state show RESOURCE`. */
export async function showRecord(
  console: Console,
  name: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const record = await showResource(slipwayOf(console), name, projectRequest(file, options))
  console.err.write(sealedText(missingKeys([record])))
  console.out.write(options.json === true ? recordJson(record, options) : recordText(record, options))
}

function recordJson(record: ResourceRecord, options: BlueprintOptions): string {
  return jsonDocument({ ...record, spec: jsonValue(record.spec, options) })
}

function recordText(record: ResourceRecord, options: BlueprintOptions): string {
  const facts = [
    ['name', record.name],
    ['type', record.type],
    ['status', record.status],
    ['id', record.id],
    ['plugin', `${record.pluginId} ${record.pluginVersion}`],
    ['depends on', record.dependsOn.join(', ') || '-'],
    ['updated', new Date(record.updatedAt).toISOString()],
    ...record.failureReasons.map((reason) => ['failed', reason]),
  ]
  const spec = Object.entries(record.spec).map(([key, value]) => [
    `  ${key}`,
    valueText(value, { ...options, limit: 400 }),
  ])
  return `${table(facts)}spec\n${table(spec)}`
}
