import type { StageNode } from '@slipway/stages'
import { Failure } from '@slipway/model'
import type { NodeRequest } from '../node/node-request.ts'
import type { SettingTree, SettingValue } from '../settings/known.ts'

/** A node for stage tasks: this machine, or another machine with a preparer of this name. */
export interface TaskNode extends StageNode {
  /** The root or store of the node's preparer. Absent: tasks run on this machine. */
  readonly preparer?: NodeRequest
}

/** The default list of nodes: only this machine. */
const thisMachine: readonly TaskNode[] = [{ name: 'local', roles: ['master'] }]

/**
 * Reads the nodes of the setting `nodes`: `{ local: { roles: [controller] } }`, or a list of `{ name, roles }`. A node with `store` or `root` has a
 * preparer.
 */
export function nodesFromSettings(tree: SettingTree | readonly SettingValue[] | undefined): readonly TaskNode[] {
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

function readNode(name: SettingValue | undefined, item: SettingValue | undefined, path: string): TaskNode {
  if (typeof name !== 'string' || name === '') throw badNodes(`${path} has no name`)
  const roles = isMap(item) ? item['roles'] : item
  if (!isList(roles) || !roles.every((role) => typeof role === 'string'))
    throw badNodes(`${path}.roles must be a list of names`)
  const { store, root } = isMap(item) ? item : {}
  for (const [key, value] of Object.entries({ store, root }))
    if (value !== undefined && typeof value !== 'string') throw badNodes(`${path}.${key} must be text`)
  const preparer = { ...(typeof store === 'string' && { store }), ...(typeof root === 'string' && { root }) }
  return { name, roles, ...(Object.keys(preparer).length > 0 && { preparer }) }
}

function badNodes(message: string): Failure {
  return new Failure('tasks/bad-nodes', `the nodes of the settings cannot be used: ${message}`, {
    hint: 'write the nodes as: nodes: {web1: {roles: [controller]}}; for another machine, store: says where its preparer is',
  })
}

function isList(value: SettingValue | undefined): value is readonly SettingValue[] {
  return Array.isArray(value)
}

function isMap(value: SettingValue | undefined): value is SettingTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
