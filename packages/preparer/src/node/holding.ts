import type { PodWorker } from '../deploy/pod-worker.ts'
import { isManifest, type Wanted } from '../deploy/wanted.ts'
import type { IntentTree } from './intent-tree.ts'
import type { Distrust } from './sentinel.ts'

/**
 * Holds pods in a tree that is not trusted: it neither removes them nor sets them back to an old manifest. Returns the number of held pods.
 */
export function holdAll(
  workers: Iterable<PodWorker>,
  tree: Pick<IntentTree, 'intent' | 'isOld'>,
  distrust: Distrust,
  reason: string,
): number {
  const { pods, hooks } = tree.intent()
  let count = 0
  for (const worker of workers) {
    const { kind, id, record } = worker
    const wanted = (kind === 'hook' ? hooks : pods).get(id)
    const isOther = (to: Wanted): boolean => !(isManifest(to) && to.hash === record.target?.hash)
    const isLosing = distrust === 'anothers' || wanted === undefined || (tree.isOld(kind, id) && isOther(wanted))
    const isHeld = isLosing && !worker.isEmpty
    worker.hold(isHeld ? reason : undefined)
    if (isHeld) count++
  }
  return count
}

/** The reason for the distrust, and advice. */
export function distrustText(distrust: Distrust, node: string): string {
  const texts: Readonly<Record<Distrust, string>> = {
    lost: `the store has lost the sentinel of ${node}`,
    older: `the store went back in time: it is older than the last intent of ${node}`,
    anothers: `another preparer has started as ${node}`,
  }
  const until =
    distrust === 'anothers'
      ? 'this preparer stands still: give one of them another name (--name), or, if the other is gone, start this one with --accept-intent'
      : 'nothing is removed or set back until you schedule it again, or confirm the store with slipway node run --accept-intent'
  return `${texts[distrust]}; ${until}`
}
