import { valueMap, type ValueMap } from '@slipway/model'
import {
  didYouMean,
  entryOf,
  treeToValue,
  type DiagnosticList,
  type MapNode,
  type ScalarNode,
  type TreeNode,
} from '@slipway/source'
import { checkFields, join, textOf, wrongType, type Fields } from './fields.ts'
import { checkFlag, checkText, parameterFields } from './parameter-fields.ts'
import { parseRole, type RolePattern } from '../task/roles.ts'
import { isStageProblem, parseStage, type ParsedStage } from '../task/stage-name.ts'
import type { Location, StageTask, TaskReference } from '../task/task.ts'
import type { TaskType } from '../task/task-type.ts'

/** The context for reading a task. */
export interface TaskContext {
  readonly plugin: string
  readonly types: ReadonlyMap<string, TaskType>
  readonly diagnostics: DiagnosticList
  /** Texts that were rewritten for the parser, by the offset at which they begin. */
  readonly rewritten: ReadonlyMap<number, string>
}

/** Reads one task and reports all its problems; `undefined` if it cannot take part in an order. */
export function readTask(node: TreeNode, index: number, context: TaskContext): StageTask | undefined {
  const { diagnostics } = context
  const path = `[${index}]`
  if (node.kind !== 'map') {
    wrongType(node, path, 'a map with role, stage, type and parameters', diagnostics)
    return undefined
  }
  checkFields(node, path, taskFields(node, context), diagnostics)
  const stage = stageOf(node, context)
  const type = textOf(entryOf(node, 'type'))
  if (stage === undefined || type === undefined) return undefined
  const id = textOf(entryOf(node, 'id'))
  const origin = context.types.get(type)?.origin
  const location = (at: TreeNode): Location => ({
    file: diagnostics.source.file,
    range: diagnostics.source.range(at.start, at.end),
  })
  return {
    plugin: context.plugin,
    key: id ?? `#${index + 1}`,
    index,
    ...stage.parsed,
    stageText: stage.text,
    roles: rolesOf(entryOf(node, 'role')),
    type,
    ...(origin === undefined ? {} : { typeOrigin: origin }),
    parameters: parametersOf(entryOf(node, 'parameters')),
    before: referencesOf(entryOf(node, 'before'), location),
    after: referencesOf(entryOf(node, 'after'), location),
    failOnError: flagOf(entryOf(node, 'fail_on_error'), true),
    rerun: flagOf(entryOf(node, 'rerun'), false),
    ...conditionOf(entryOf(node, 'condition'), location),
    ...secretsOf(entryOf(node, 'secrets')),
    location: location(stage.node),
  }
}

function taskFields(task: MapNode, context: TaskContext): Fields {
  const stage = (node: TreeNode, path: string): void => checkStage(node, path, context)
  const type = (node: TreeNode, path: string): void => checkType(node, path, context)
  const parameters = (node: TreeNode, path: string): void => checkParameters(task, node, path, context)
  return {
    role: { required: true, check: checkRole },
    stage: { required: true, check: stage },
    type: { required: true, check: type },
    parameters: { required: needsParameters(task, context), check: parameters },
    id: { required: false, check: checkId },
    before: { required: false, check: checkReferences },
    after: { required: false, check: checkReferences },
    fail_on_error: { required: false, check: checkFlag },
    rerun: { required: false, check: checkFlag },
    condition: { required: false, check: checkCondition },
    secrets: { required: false, check: checkNames },
  }
}

function checkStage(node: TreeNode, path: string, { diagnostics, rewritten }: TaskContext): void {
  const text = rewritten.get(node.start) ?? textOf(node)
  if (text === undefined) {
    return wrongType(node, path, 'text such as post_deployment/100', diagnostics)
  }
  const parsed = parseStage(text)
  if (isStageProblem(parsed))
    diagnostics.error(parsed.code, node.start, node.end, parsed.message, { hint: parsed.hint, path })
}

interface TaskStage {
  readonly parsed: ParsedStage
  readonly text: string
  readonly node: ScalarNode
}

function stageOf(task: MapNode, { rewritten }: TaskContext): TaskStage | undefined {
  const node = entryOf(task, 'stage')
  const text = textOf(node)
  if (node?.kind !== 'scalar' || text === undefined || rewritten.has(node.start)) return undefined
  const parsed = parseStage(text)
  return isStageProblem(parsed) ? undefined : { parsed, text, node }
}

function checkRole(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind === 'list') {
    if (node.items.length === 0) {
      diagnostics.warning('tasks/bad-role', node.start, node.end, 'a task without a role runs nowhere', {
        path,
        hint: `name a role, or write '*' for every node`,
      })
    }
    for (const [index, item] of node.items.entries()) checkRoleName(item, join(path, index), diagnostics)
    return
  }
  const text = textOf(node)
  if (text === '*' || text === 'master' || (text !== undefined && /^\/.*\/$/s.test(text))) {
    return checkRoleName(node, path, diagnostics)
  }
  const hint = text === undefined ? `write a list of roles, or '*' for every node` : `write it as a list: ['${text}']`
  wrongType(node, path, 'a list of roles', diagnostics, hint)
}

function checkRoleName(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  const text = textOf(node)
  if (text === undefined) return wrongType(node, path, 'text', diagnostics)
  const role = parseRole(text)
  if (!('problem' in role)) return
  diagnostics.error('tasks/bad-role', node.start, node.end, role.problem, {
    path,
    hint: `write the name of a role, '*' for every node, or /a regular expression/ for whole names`,
  })
}

function rolesOf(node: TreeNode | undefined): readonly RolePattern[] {
  const items = node?.kind === 'list' ? node.items : [node]
  return items.flatMap((item) => {
    const role = parseRole(textOf(item) ?? '')
    return 'problem' in role ? [] : [role]
  })
}

function checkType(node: TreeNode, path: string, { types, diagnostics }: TaskContext): void {
  const text = textOf(node)
  if (text === undefined) return wrongType(node, path, 'text', diagnostics)
  if (types.has(text)) return
  diagnostics.error('tasks/unknown-type', node.start, node.end, `there is no task type called "${text}"`, {
    path,
    hint: didYouMean(text, types.keys()) ?? `the types are ${[...types.keys()].join(', ')}; a plugin may bring more`,
  })
}

function typeOf(task: MapNode, { types }: TaskContext): TaskType | undefined {
  return types.get(textOf(entryOf(task, 'type')) ?? '')
}

function needsParameters(task: MapNode, context: TaskContext): boolean {
  const rules = Object.values(typeOf(task, context)?.parameters ?? {})
  return rules.some(({ required }) => required)
}

function checkParameters(task: MapNode, node: TreeNode, path: string, context: TaskContext): void {
  if (node.kind !== 'map') return wrongType(node, path, 'a map', context.diagnostics)
  const type = typeOf(task, context)
  if (type !== undefined) checkFields(node, path, parameterFields(type), context.diagnostics)
}

function parametersOf(node: TreeNode | undefined): ValueMap {
  return node?.kind === 'map' ? (treeToValue(node) as ValueMap) : valueMap()
}

function checkId(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  const text = textOf(node)
  if (text === undefined) return checkText(node, path, diagnostics)
  if (/^[A-Za-z0-9][\w.-]*$/.test(text)) return
  diagnostics.error('tasks/bad-name', node.start, node.end, `"${text}" cannot be the id of a task`, {
    path,
    hint: 'use letters, digits, "_", "-" and "."',
  })
}

function checkReferences(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'list') return checkText(node, path, diagnostics)
  for (const [index, item] of node.items.entries()) checkText(item, join(path, index), diagnostics)
}

function referencesOf(node: TreeNode | undefined, location: (node: TreeNode) => Location): readonly TaskReference[] {
  if (node === undefined) return []
  const items = node.kind === 'list' ? node.items : [node]
  return items.flatMap((item) => {
    const text = textOf(item)
    return text === undefined ? [] : [{ text, location: location(item) }]
  })
}

const expression = /^\s*\$\{([^]*)\}\s*$/

function checkCondition(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (conditionText(node) !== undefined) return
  wrongType(node, path, 'true, false or an expression', diagnostics, 'write ${eq(variables.stage, "prod")}')
}

function conditionText(node: TreeNode | undefined): string | undefined {
  if (node?.kind !== 'scalar') return undefined
  return typeof node.value === 'boolean' ? String(node.value) : expression.exec(textOf(node) ?? '')?.[1]
}

function conditionOf(node: TreeNode | undefined, location: (node: TreeNode) => Location): Pick<StageTask, 'condition'> {
  const text = conditionText(node)
  return node === undefined || text === undefined ? {} : { condition: { expression: text, location: location(node) } }
}

function checkNames(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (node.kind !== 'list') return wrongType(node, path, 'a list of names', diagnostics, 'write [NAME]')
  for (const [index, item] of node.items.entries()) checkText(item, join(path, index), diagnostics)
}

function secretsOf(node: TreeNode | undefined): Pick<StageTask, 'secrets'> {
  const names = node?.kind === 'list' ? node.items.flatMap((item) => textOf(item) ?? []) : []
  return names.length === 0 ? {} : { secrets: names }
}

function flagOf(node: TreeNode | undefined, otherwise: boolean): boolean {
  return node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : otherwise
}
