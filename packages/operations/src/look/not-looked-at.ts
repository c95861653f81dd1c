import type { NotLookedAt } from '@slipway/engine'
import type { Project } from '../project/project.ts'

/** What belongs to a folder that is not trusted. */
export function untrusted({ trust }: Pick<Project, 'trust'>): readonly NotLookedAt[] {
  return trust.leftOut.map(({ what, place }) => ({ what: `${what} (${place})`, why: 'untrusted' }))
}

/** What only a plan or a deployment of resources meets. */
export const outsideOfResources: readonly NotLookedAt[] = [
  { what: 'the ports, files and services that resources need, which "slipway up" meets', why: 'outside' },
  { what: 'what is deployed, which "slipway plan" compares', why: 'outside' },
]
