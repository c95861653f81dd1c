import type { Plan } from '@slipway/engine'
import type { StateChange } from '@slipway/stores'

/** A plan in words: a line for each step that does something or says why it does not. */
export function planLines({ steps, regrouped, links = [] }: Plan): string[] {
  const shown = steps.filter(
    ({ action, reason, wish }) => action !== 'none' || (reason ?? wish?.conditionUntil) !== undefined,
  )
  return [
    ...regrouped.map((change) => `(${changeLine(change)})`),
    ...shown.map(({ action, key, current, destroyFirst, reason = '', blocked, after, wish }) => {
      const until = wish?.conditionUntil
      const first = `${destroyFirst === true ? ' (destroyed first)' : ''}${until === undefined ? '' : ` (until ${until})`}`
      const fails = blocked === undefined ? '' : ' blocked'
      return `${action} ${key}${first} ${current?.id ?? ''} ${reason}${fails} after ${after.join(', ')}`
    }),
    ...links.flatMap(({ action, key, current, reason = '', after }) =>
      action === 'none' ? [] : [`${action} link ${key} ${current?.id ?? ''} ${reason} after ${after.join(', ')}`],
    ),
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
    case 'link':
      return `the link ${change.link.name} ${change.link.id}: ${change.link.status}`
    case 'forget':
      return `nothing more of ${change.resourceId}`
    case 'instance':
      return `the instance: ${change.instance.status}`
    case 'child':
      return `child ${change.child.name} ${change.child.status}`
    default:
      return change.kind
  }
}
