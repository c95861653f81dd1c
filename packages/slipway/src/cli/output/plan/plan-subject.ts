import type { Plan } from '@slipway/engine'

/** The subject of a plan, with its verb: `site is`, `site without web is`, `web of site is`, `web, db of site are`. */
export function planSubject({ instance, part }: Pick<Plan, 'instance' | 'part'>): {
  readonly subject: string
  readonly verb: 'is' | 'are'
} {
  if (part === undefined) return { subject: instance, verb: 'is' }
  if ('exclude' in part) return { subject: `${instance} without ${part.exclude.join(', ')}`, verb: 'is' }
  return { subject: `${part.targets.join(', ')} of ${instance}`, verb: part.targets.length === 1 ? 'is' : 'are' }
}
