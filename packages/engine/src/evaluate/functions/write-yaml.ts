import { isList, isMap, type Value } from '@slipway/model'
import { writeJson } from './write-json.ts'

/** A value without secrets and unknowns in YAML, as a person would write it, with a line break at the end. */
export function writeYaml(value: Value): string {
  return `${isBlock(value) ? block(value, '').slice(1) : scalar(value)}\n`
}

/** True for non-empty lists and maps, which are written line by line. */
function isBlock(value: Value): boolean {
  return isList(value) ? value.length > 0 : isMap(value) && Object.keys(value).length > 0
}

/** The lines of a value, with a line break in front. */
function block(value: Value, indent: string): string {
  if (isList(value)) return value.map((item) => `\n${indent}- ${inList(item, indent)}`).join('')
  if (!isMap(value)) return scalar(value)
  return Object.keys(value)
    .map((key) => `\n${indent}${scalar(key)}:${inMap(value[key] ?? null, indent)}`)
    .join('')
}

/** The lines of a list item. Its first line begins beside the dash. */
function inList(item: Value, indent: string): string {
  return isBlock(item) ? block(item, `${indent}  `).trimStart() : scalar(item)
}

function inMap(field: Value, indent: string): string {
  return isBlock(field) ? block(field, `${indent}  `) : ` ${scalar(field)}`
}

/** Words with a special meaning in some version of YAML. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i
const plain = /^[A-Za-z/][A-Za-z0-9 _./@-]*$/

function scalar(value: Value): string {
  if (typeof value !== 'string') return writeJson(value)
  return plain.test(value) && !value.endsWith(' ') && !reserved.test(value) ? value : JSON.stringify(value)
}
