import type { InstanceState, StateChange } from '@slipway/stores'

/** The state as it will be once these changes have been committed. */
export function applyChanges(state: InstanceState, changes: readonly StateChange[]): InstanceState {
  if (changes.length === 0) return state
  let { instance } = state
  const resources = new Map(state.resources.map((record) => [record.id, record]))
  const links = new Map(state.links?.map((link) => [link.id, link]))
  const intents = new Map(state.intents.map((intent) => [intent.id, intent]))
  for (const change of changes) {
    if (change.kind === 'resource') resources.set(change.resource.id, change.resource)
    else if (change.kind === 'forget') resources.delete(change.resourceId)
    else if (change.kind === 'begin') intents.set(change.intent.id, change.intent)
    else if (change.kind === 'end') intents.delete(change.intentId)
    else if (change.kind === 'link') links.set(change.link.id, change.link)
    else if (change.kind === 'forget-link') links.delete(change.linkId)
    else if (change.kind === 'instance') ({ instance } = change)
  }
  return {
    ...state,
    instance,
    resources: [...resources.values()],
    intents: [...intents.values()],
    ...((links.size > 0 || state.links !== undefined) && { links: [...links.values()] }),
  }
}
