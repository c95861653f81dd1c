import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { isKnown, knownNodes } from './known-nodes.ts'
import type { NodeRequest } from './node-request.ts'

/** Gives a hint about a silent node: its preparer is not running, or no node of that name has ever existed. */
export async function silenceText(
  store: KeyValueStore,
  { root, store: url }: NodeRequest,
  node: string,
): Promise<string> {
  const where = [...(root === undefined ? [] : ['--root', root]), ...(url === undefined ? [] : ['--store', url])]
  const start = `start it there: ${['slipway node run --name', node, ...where].join(' ')}`
  if (await isKnown(store, node)) return `${node} does not answer. Is its preparer running? If not, ${start}`
  const known = await knownNodes(store)
  const names = known.length === 0 ? 'and no other preparer either' : `only ${known.join(', ')}`
  return `no preparer named ${node} has ever used the store, ${names}: check the name, or ${start}`
}
