import { LeasePart, holderText } from '@slipway/operations/lease/lease-part'
import { StorePart, sealerOf } from '@slipway/operations/parts/store-part'
import { timeSortedIds } from '@slipway/operations/parts/system-ports'
import { Failure } from '@slipway/model'
import type { Lease, Sealer, StateStore } from '@slipway/stores'
import { whichInstance } from '@slipway/operations/project/which-instance'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { confirm } from '../prompt.ts'
import { projectFor } from '../with-engine.ts'

export interface LockedState {
  readonly store: StateStore
  readonly sealer: Sealer
  readonly instance: string
  readonly lease: Lease
}

/** Works on the state by hand, under the lock of the instance. */
export async function changeState<T>(
  console: Console,
  file: string | undefined,
  options: BlueprintOptions,
  command: string,
  work: (state: LockedState) => Promise<T>,
): Promise<T> {
  const project = await projectFor(console, file, options, true)
  const part = new StorePart({ directory: project.places.state, access: 'write', sealer: sealerOf(console.env) })
  await part.init()
  const lock = new LeasePart(part, project.places.runtime)
  const lost = new AbortController()
  try {
    const instance = await whichInstance(part.store, project.instance)
    const lease = await lock.acquire({
      instance,
      command,
      runId: timeSortedIds().next(),
      waitMs: (options.wait ?? 0) * 1000,
      signal: lost.signal,
      onWaiting: (holder) => console.err.write(`Waiting for ${holderText(holder)} …\n`),
      onLost: (reason) => lost.abort(reason),
    })
    return await work({ store: part.store, sealer: part.sealer, instance, lease })
  } finally {
    await lock.close()
    await part.close()
  }
}

/** True when the user agrees, by --yes or by answering. */
export async function agreed(console: Console, { yes }: BlueprintOptions, question: string): Promise<boolean> {
  if (yes === true) return true
  if (console.canAsk) return confirm(question)
  throw new Failure('cli/needs-yes', 'this changes the state, and nobody can be asked here', {
    hint: 'add --yes to go ahead',
  })
}
