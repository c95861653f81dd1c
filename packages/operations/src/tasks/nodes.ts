import type { StageNode } from '@slipway/stages'
import { Failure } from '@slipway/model'
import type { SettingTree, SettingValue } from '../settings/known.ts'

/** Without settings there is this machine. */
const thisMachine: readonly StageNode[] = [{ name: 'local', roles: ['master'] }]

/**
 * The nodes of the setting `nodes`: `{ local: { roles: [controller] } }`, or a list of `{ name, roles }`.
 * All of them are this machine so far, under several names.
 */
export function nodesFromSettings(tree: SettingTree | readonly SettingValue[] | undefined): readonly StageNode[] {
  if (tree === undefined) return thisMachine
  const nodes = isList(tree)
    ? tree.map((item, index) => readNode(isMap(item) ? item['name'] : undefined, item, `nodes[${index}]`))
    : Object.entries(tree).map(([name, item]) => readNode(name, item, `nodes.${name}`))
  const names = new Set<string>()
  for (const { name } of nodes) {
    if (names.has(name)) throw badNodes(`two nodes have the name "${name}"`)
    names.add(name)
  }
  return nodes
}

function readNode(name: SettingValue | undefined, item: SettingValue | undefined, path: string): StageNode {
  if (typeof name !== 'string' || name === '') throw badNodes(`${path} has no name`)
  const roles = isMap(item) ? item['roles'] : item
  if (!isList(roles) || !roles.every((role) => typeof role === 'string'))
    throw badNodes(`${path}.roles must be a list of names`)
  return { name, roles }
}

function badNodes(message: string): Failure {
  return new Failure('tasks/bad-nodes', `the nodes of the settings cannot be used: ${message}`, {
    hint: 'write them as: nodes: {web1: {roles: [controller]}}',
  })
}

function isList(value: SettingValue | undefined): value is readonly SettingValue[] {
  return Array.isArray(value)
}

function isMap(value: SettingValue | undefined): value is SettingTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
