import { Failure } from '@slipway/model'
import type { StateStore } from '@slipway/stores'

/** The instance that is meant: the named one, or the only one that there is. */
export async function whichInstance(store: StateStore, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const names = (await store.instances()).map((instance) => instance.name)
  const [only] = names
  if (only !== undefined && names.length === 1) return only
  throw new Failure(
    'cli/which-instance',
    names.length === 0 ? 'nothing has been deployed from here' : `there are several instances: ${names.join(', ')}`,
    { hint: names.length === 0 ? 'slipway up deploys a blueprint' : 'say which one is meant: --instance NAME' },
  )
}
