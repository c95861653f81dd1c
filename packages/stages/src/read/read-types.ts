import { entryOf, nearest, type DiagnosticList, type MapEntry, type SourceText, type TreeNode } from '@slipway/source'
import { checkFields, join, textOf, wrongType, type Fields } from './fields.ts'
import { checkFlag } from './parameter-fields.ts'
import { runPathProblem } from './run-path.ts'
import type { Location, TypeOrigin } from '../task/task.ts'
import { declarableKinds, processParameters, type ParameterRule, type TaskType } from '../task/task-type.ts'

/** The plugin that the types come from. */
export type TypeOwner = Pick<TypeOrigin, 'plugin' | 'version' | 'directory'>

type DeclarableKind = (typeof declarableKinds)[number]

/** Names of types and of their parameters. */
const namePattern = /^[A-Za-z0-9][\w-]*$/

/** Checks `task_types` of the metadata: all problems at once. */
export function checkTypes(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'map') {
    return wrongType(node, path, 'a map', diagnostics, 'write the name of a type, and below it the path to run')
  }
  for (const entry of node.entries) {
    const at = join(path, entry.key)
    checkName(entry, at, 'a task type', diagnostics)
    if (entry.value.kind === 'map') checkFields(entry.value, at, typeFields, diagnostics)
    else wrongType(entry.value, at, 'a map with run and parameters', diagnostics)
  }
}

const typeFields: Fields = {
  run: { required: true, check: checkRun },
  parameters: { required: false, check: checkParameters },
}

const parameterFields: Fields = {
  kind: { required: true, check: checkKind },
  required: { required: false, check: checkFlag },
}

function checkName({ key, keyStart, keyEnd }: MapEntry, path: string, of: string, diagnostics: DiagnosticList): void {
  if (namePattern.test(key)) return
  diagnostics.error('tasks/bad-name', keyStart, keyEnd, `"${key}" cannot be the name of ${of}`, {
    path,
    hint: 'use letters, digits, "_" and "-"',
  })
}

function checkRun(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  const text = textOf(node)
  if (text === undefined) return wrongType(node, path, 'the path of an executable', diagnostics)
  const problem = runPathProblem(text)
  if (problem === undefined) return
  diagnostics.error('tasks/bad-run', node.start, node.end, `the path "${text}" ${problem}`, {
    path,
    hint: 'write a path within the directory of the plugin, such as ./types/mine',
  })
}

function checkParameters(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'map') return wrongType(node, path, 'a map', diagnostics)
  for (const entry of node.entries) {
    const at = join(path, entry.key)
    if (Object.hasOwn(processParameters, entry.key)) {
      const message = `every task type of a plugin already takes ${entry.key}`
      diagnostics.error('tasks/bad-name', entry.keyStart, entry.keyEnd, message, { path: at, hint: 'remove it' })
      continue
    }
    checkName(entry, at, 'a parameter', diagnostics)
    if (entry.value.kind === 'map') checkFields(entry.value, at, parameterFields, diagnostics)
    else checkKind(entry.value, at, diagnostics)
  }
}

function checkKind(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  const text = textOf(node)
  if (text === undefined) return wrongType(node, path, `one of ${declarableKinds.join(', ')}`, diagnostics)
  if (isKind(text)) return
  const meant = otherWords.get(text.toLowerCase()) ?? nearest(text, declarableKinds)
  diagnostics.error('tasks/unknown-kind', node.start, node.end, `there is no kind of parameter called "${text}"`, {
    path,
    hint: meant === undefined ? `the kinds are ${declarableKinds.join(', ')}` : `did you mean "${meant}"?`,
  })
}

/** Names that other formats use for the kinds. */
const otherWords: ReadonlyMap<string, DeclarableKind> = new Map([
  ['string', 'text'],
  ['str', 'text'],
  ['int', 'number'],
  ['integer', 'number'],
  ['float', 'number'],
  ['bool', 'flag'],
  ['boolean', 'flag'],
  ['array', 'list'],
  ['object', 'map'],
  ['dict', 'map'],
])

function isKind(text: string | undefined): text is DeclarableKind {
  return declarableKinds.some((kind) => kind === text)
}

/**
 * The types that `task_types` of the metadata declares, as far as they could be read. A type with a mistake still counts, because otherwise
 * each of its tasks would be reported, too.
 */
export function readTypes(node: TreeNode, owner: TypeOwner, source: SourceText): readonly TaskType[] {
  if (node.kind !== 'map') return []
  const location = (start: number, end: number): Location => ({ file: source.file, range: source.range(start, end) })
  return node.entries.map(({ key, keyStart, keyEnd, value }) => {
    const own = location(keyStart, keyEnd)
    const run = value.kind === 'map' ? entryOf(value, 'run') : undefined
    const parameters = value.kind === 'map' ? entryOf(value, 'parameters') : undefined
    const runLocation = run === undefined ? own : location(run.start, run.end)
    const origin = { ...owner, run: textOf(run) ?? '', runLocation, location: own }
    return { name: key, parameters: { ...rulesOf(parameters), ...processParameters }, origin }
  })
}

function rulesOf(node: TreeNode | undefined): Readonly<Record<string, ParameterRule>> {
  const entries = node?.kind === 'map' ? node.entries : []
  const rules = entries.map(({ key, value }): [string, ParameterRule] => {
    const kind = textOf(value.kind === 'map' ? entryOf(value, 'kind') : value)
    const required = value.kind === 'map' ? entryOf(value, 'required') : undefined
    // A wrong kind has already been reported, and is not the fault of tasks with the parameter.
    const known = isKind(kind) ? kind : 'any'
    return [key, { kind: known, required: required?.kind === 'scalar' && required.value === true }]
  })
  return Object.fromEntries(rules)
}
