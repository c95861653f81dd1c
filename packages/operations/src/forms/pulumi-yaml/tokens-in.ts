import { readSource, type TreeNode } from '@slipway/source'
import { packageOf } from './known-packages.ts'

/** The tokens of a package that programs use, as written. */
export interface UsedTokens {
  readonly resources: ReadonlySet<string>
  readonly functions: ReadonlySet<string>
}

/** Returns the tokens that texts of a program seem to use, by package. The result may have too many tokens, and none for an unreadable text. */
export function tokensIn(files: ReadonlyMap<string, string>): ReadonlyMap<string, UsedTokens> {
  const found = new Map<string, { resources: Set<string>; functions: Set<string> }>()
  const add = (token: string, kind: 'resources' | 'functions'): void => {
    if (!/^[\w-]+:[^\s$]+$/.test(token) || token.startsWith('pulumi:')) return
    const used = found.get(packageOf(token)) ?? { resources: new Set(), functions: new Set() }
    found.set(packageOf(token), used)
    used[kind].add(token)
  }
  const visit = (node: TreeNode): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item)
    for (const { key, value } of node.kind === 'map' ? node.entries : []) {
      const short = /^fn::([^:]+:.+)$/i.exec(key)?.[1]
      if (short !== undefined) add(short, 'functions')
      if (value.kind !== 'scalar') visit(value)
      else if (typeof value.value !== 'string') continue
      else if (key.toLowerCase() === 'type') add(value.value, 'resources')
      else if (key.toLowerCase() === 'function') add(value.value, 'functions')
    }
  }
  for (const [path, text] of files) {
    const { tree } = readSource(path, text)
    if (tree !== undefined) visit(tree)
  }
  return found
}
