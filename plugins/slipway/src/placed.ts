import { isTaken } from '@slipway/operations/node/pods/pod-claim'
import type { PlacedPod } from '@slipway/operations/node/pods/settle-pod'
import { refused, type ResourceCall } from '@slipway/sdk'

type Owned = Pick<PlacedPod, 'owner' | 'known'>

/** The owner of a pod or hook: other resources leave it alone, and their messages contain this name. */
export function owned(call: ResourceCall, known?: PlacedPod['known']): Owned {
  const { resourceId, resourceName, instanceId, instanceName, variables } = call
  const folder = variables['blueprintDir']
  const where = typeof folder === 'string' ? ` in ${folder}` : ''
  const name = `${resourceName} of the instance ${instanceName}${where}`
  return { owner: { id: resourceId, name, role: `${instanceId}/${resourceName}` }, known }
}

/** Turns the failure of a create that found something of another owner, and has scheduled nothing, into a refusal: then nothing need be looked for. */
export async function asRefusal(thrown: unknown, isCreate: boolean, hasAny: () => Promise<boolean>): Promise<unknown> {
  if (!isTaken(thrown)) return thrown
  if (isCreate && (await hasAny())) return thrown
  return refused(thrown.message, { ...(thrown.hint !== undefined && { hint: thrown.hint }), cause: thrown })
}
