/** The ways in which a line is broken: a condition is inverted, a comparison is off by one, a call is removed, an answer is lost. */
import { parseSync } from 'oxc-parser'

/** One way to break a file: it replaces the text between the two places. */
export interface Mutation {
  readonly start: number
  readonly end: number
  readonly text: string
  /** `&& -> ||` */
  readonly name: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const otherOperator: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
}

/** All mutations of a TypeScript file, in the order of the text. */
export function mutationsOf(file: string, source: string): readonly Mutation[] {
  const found: Mutation[] = []
  const text = (node: Node): string => source.slice(node.start, node.end)
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value) || isOnlyType(value)) return
    found.push(...mutationsAt(value, text))
    Object.values(value).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return found.sort((one, other) => one.start - other.start)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Types do not exist at run time. */
function isOnlyType({ type }: Node): boolean {
  return type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)
}

function mutationsAt(node: Node, text: (node: Node) => string): readonly Mutation[] {
  const replaced = (what: Node, by: string, name: string): Mutation => ({
    start: what.start,
    end: what.end,
    text: by,
    name,
  })
  const child = (name: string): Node | undefined => (isNode(node[name]) ? node[name] : undefined)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = child('test')
      return test === undefined ? [] : [replaced(test, `!(${text(test)})`, 'condition -> its opposite')]
    }
    case 'LogicalExpression':
    case 'BinaryExpression':
      return otherOperatorOf(node, child('left'), child('right'), text)
    case 'ReturnStatement': {
      const answer = child('argument')
      return answer === undefined ? [] : [replaced(answer, 'undefined', 'answer -> undefined')]
    }
    case 'ExpressionStatement': {
      const done = child('expression')
      const isCall = done?.type === 'CallExpression' || done?.type === 'AwaitExpression'
      return isCall && !text(done).startsWith('super') ? [replaced(done, 'void 0', 'call -> nothing')] : []
    }
    case 'Literal':
      if (typeof node['value'] === 'boolean') return [replaced(node, String(!node['value']), 'true <-> false')]
      if (typeof node['value'] === 'number') return [replaced(node, String(node['value'] + 1), 'number -> one more')]
      return []
    default:
      return []
  }
}

function otherOperatorOf(
  node: Node,
  left: Node | undefined,
  right: Node | undefined,
  text: (node: Node) => string,
): readonly Mutation[] {
  const other = otherOperator[String(node['operator'])]
  if (other === undefined || left === undefined || right === undefined) return []
  const by = `(${text(left)}) ${other} (${text(right)})`
  return [{ start: node.start, end: node.end, text: by, name: `${String(node['operator'])} -> ${other}` }]
}
