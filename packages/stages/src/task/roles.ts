import { linearPattern, type LinearPattern } from '@slipway/source'

/** The nodes that a task runs on: all nodes, those with a role, or those whose whole role matches. Plain data. */
export type RolePattern =
  | { readonly kind: 'all' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pattern'; readonly source: string }

/** A machine that tasks run on. */
export interface StageNode {
  readonly name: string
  readonly roles: readonly string[]
}

/** Reads `*`, `/regular expression/` or the name of a role; returns the problem if it is none of them. */
export function parseRole(text: string): RolePattern | { readonly problem: string } {
  if (text === '*') return { kind: 'all' }
  if (text.length > 1 && text.startsWith('/') && text.endsWith('/')) return parsePattern(text.slice(1, -1))
  if (text.trim() === '') return { problem: 'a role must have a name' }
  if (text !== text.trim()) return { problem: `"${text}" begins or ends with a space` }
  return { kind: 'name', name: text }
}

/** The nodes that have one of the roles, in the order of the nodes. */
export function matchingNodes(roles: readonly RolePattern[], nodes: readonly StageNode[]): readonly StageNode[] {
  const tests = roles.map(roleTest)
  return nodes.filter((node) => tests.some((test) => test(node)))
}

/** The roles as written, separated by commas. */
export function formatRoles(roles: readonly RolePattern[]): string {
  return roles.map(formatRole).join(', ')
}

function formatRole(role: RolePattern): string {
  switch (role.kind) {
    case 'all':
      return '*'
    case 'name':
      return role.name
    case 'pattern':
      return `/${role.source}/`
  }
}

function roleTest(role: RolePattern): (node: StageNode) => boolean {
  switch (role.kind) {
    case 'all':
      return () => true
    case 'name':
      return ({ roles }) => roles.includes(role.name)
    case 'pattern': {
      const whole = anchored(role.source)
      return ({ roles }) => roles.some((name) => whole?.test(name) === true)
    }
  }
}

function parsePattern(source: string): RolePattern | { readonly problem: string } {
  if (source === '') return { problem: 'an empty pattern matches no role' }
  if (anchored(source) !== undefined) return { kind: 'pattern', source }
  return { problem: `/${source}/ is not a regular expression${isExpression(source) ? whyNot : ''}` }
}

const whyNot = ' of the kind that is read here: without look-around and back references, of at most 1000 characters'

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Anchors a pattern at both ends, so that `/ctrl/` does not match `my-ctrl-2`. */
function anchored(source: string): LinearPattern | undefined {
  return linearPattern(`^(?:${source})$`)
}
