import type { DiagnosticList, TreeNode } from '@slipway/source'
import { checkFields, join, wrongType, type Field, type Fields } from './fields.ts'
import type { ParameterKind, TaskType } from '../task/task-type.ts'

/** The checks for the parameters of a task of this type. */
export function parameterFields(type: TaskType): Fields {
  const fields = Object.entries(type.parameters).map(([name, { kind, required }]): [string, Field] => [
    name,
    { required, check: checks[kind] },
  ])
  return Object.fromEntries(fields)
}

type Check = Field['check']

const checks: Readonly<Record<ParameterKind, Check>> = {
  text: checkText,
  number: checkNumber,
  list: checkList,
  map: checkMap,
  seconds: checkSeconds,
  mode: checkMode,
  files: checkFiles,
  flag: checkFlag,
  any: () => {},
}

const fileFields: Fields = {
  src: { required: true, check: checkText },
  dst: { required: true, check: checkText },
}

export function checkText(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind === 'scalar' && typeof node.value === 'string') return
  const hint = node.kind === 'scalar' && node.value !== null ? `put it into quotes: "${node.text}"` : undefined
  wrongType(node, path, 'text', diagnostics, hint)
}

export function checkFlag(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'scalar' || typeof node.value !== 'boolean') wrongType(node, path, 'true or false', diagnostics)
}

function checkNumber(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind === 'scalar' && (typeof node.value === 'number' || typeof node.value === 'bigint')) return
  wrongType(node, path, 'a number', diagnostics)
}

function checkList(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'list') wrongType(node, path, 'a list', diagnostics)
}

function checkMap(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'map') wrongType(node, path, 'a map', diagnostics)
}

function checkSeconds(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  const wanted = 'a whole number of seconds'
  if (node.kind !== 'scalar' || typeof node.value !== 'number' || !Number.isInteger(node.value)) {
    const digits =
      node.kind === 'scalar' && /^\d+$/.test(node.text) ? `write it without quotes: ${node.text}` : undefined
    return wrongType(node, path, wanted, diagnostics, digits)
  }
  if (node.value >= 0 && node.value <= longestSeconds) return
  const message = node.value < 0 ? `${node.text} is less than 0` : `${node.text} seconds is more than 24 days`
  diagnostics.error('tasks/bad-timeout', node.start, node.end, message, {
    path,
    hint: 'write how many seconds the task may take; 0 means no limit',
  })
}

/** The longest timer, 2^31 - 1 milliseconds. */
const longestSeconds = 2_147_483

function checkMode(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind === 'scalar' && /^0?[0-7]{3}$/.test(node.text)) return
  wrongType(node, path, 'an octal mode', diagnostics, 'write it in quotes, such as "0644"')
}

function checkFiles(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'list') return wrongType(node, path, 'a list', diagnostics, 'write a list of {src: …, dst: …}')
  for (const [index, item] of node.items.entries()) {
    const at = join(path, index)
    if (item.kind === 'map') checkFields(item, at, fileFields, diagnostics)
    else wrongType(item, at, 'a map with src and dst', diagnostics)
  }
}
