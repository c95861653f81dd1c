import type { Plan } from '@slipway/engine'
import type { StateChange } from '@slipway/stores'

/** A plan in words, a line for each step that does something or says why not. */
export function planLines({ steps, regrouped }: Plan): string[] {
  const shown = steps.filter(({ action, reason }) => action !== 'none' || reason !== undefined)
  return [
    ...regrouped.map((change) => `(${changeLine(change)})`),
    ...shown.map(({ action, key, current, destroyFirst, reason = '', blocked, after }) => {
      const first = destroyFirst === true ? ' (destroyed first)' : ''
      const fails = blocked === undefined ? '' : ' blocked'
      return `${action} ${key}${first} ${current?.id ?? ''} ${reason}${fails} after ${after.join(', ')}`
    }),
  ]
}

export function changeLine(change: StateChange): string {
  switch (change.kind) {
    case 'resource': {
      const { name, id, status, replaced, reads } = change.resource
      return `${name} ${id}: ${status}${replaced ? ', replaced' : ''}${reads.length === 0 ? '' : `, reads ${reads.join()}`}`
    }
    case 'begin':
      return `intent to ${change.intent.action} ${change.intent.resource.name} ${change.intent.resource.id}`
    case 'end':
      return 'the end of an intent'
    case 'forget':
      return `nothing more of ${change.resourceId}`
    case 'instance':
      return `the instance: ${change.instance.status}`
    default:
      return change.kind
  }
}
