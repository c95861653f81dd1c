import { readJson, readYaml, type TreeNode } from '@slipway/source'

/** A text that was given for an array or an object: either its tree, or its problem. */
export type GivenTree = { readonly tree: TreeNode } | { readonly problem: string }

/** Reads a given text. It is JSON if it begins like JSON and can be read as JSON, and YAML otherwise. */
export function treeOfGiven(text: string): GivenTree {
  const asJson = /^\s*[[{]/.test(text) ? read(readJson, text) : undefined
  return asJson !== undefined && 'tree' in asJson ? asJson : read(readYaml, text)
}

function read(reader: typeof readYaml, text: string): GivenTree {
  const { tree, diagnostics } = reader('value', text)
  const wrong = diagnostics.find(({ severity }) => severity === 'error')
  if (tree !== undefined && wrong === undefined) return { tree }
  const { line = 1, column = 1 } = wrong?.range?.start ?? {}
  return { problem: `line ${line}, column ${column}: ${wrong?.message ?? 'nothing is there'}` }
}
