/**
 * The keys in the key-value store. Users write intent, preparers write everything else; names are encoded, so that a slash in a name is no
 * separator in a key.
 */
export const intentRoot = '/slipway/intent/'

/** Keys of pods that every node should run, including nodes that join later. */
export const everywhere = `${intentRoot}everywhere/`
/** Entries with a new word for each hook that was resumed. */
export const resumedRoot = `${intentRoot}resumed/`
/** Keys of hooks, which are always everywhere. */
export const hooksEverywhere = `${intentRoot}hooks/`

/** Keys of single nodes. */
export const ofNodes = `${intentRoot}nodes/`
/** Keys for this node only. */
export const ofNodeItself = (node: string): string => `${ofNodes}${encodeURIComponent(node)}/`
export const ofNode = (node: string): string => `${ofNodeItself(node)}pods/`
/** The mark that shows that the node follows this tree, and that the tree has not lost its entries. */
export const sentinelOf = (node: string): string => `${ofNodeItself(node)}sentinel`
/** Present while no pod may run on the node. */
export const drainOf = (node: string): string => `${ofNodeItself(node)}drained`

export const realityRoot = '/slipway/reality/'
export const realityOfNode = (node: string, kind: PodKind): string =>
  `${realityRoot}${encodeURIComponent(node)}/${kind}/`
export const realityOf = (node: string, kind: PodKind, id: string): string => `${realityOfNode(node, kind)}${id}`

export const auditRoot = '/slipway/audit/'
export const auditOfNode = (node: string): string => `${auditRoot}${encodeURIComponent(node)}/`
/** Keys of runs, which sort by the time at which they began. */
export const auditOf = (node: string, entry: string): string => `${auditOfNode(node)}${entry}`

export type PodKind = 'pod' | 'hook'
