import type { NotLookedAt } from '@slipway/engine'
import type { Project } from '../project/project.ts'

/** The brought things of an untrusted folder, which were not checked. */
export function untrusted({ trust }: Pick<Project, 'trust'>): readonly NotLookedAt[] {
  return trust.leftOut.map(({ what, place }) => ({ what: `${what} (${place})`, why: 'untrusted' }))
}

/** Topics of resources that only a plan or a deployment can check. */
export const outsideOfResources: readonly NotLookedAt[] = [
  { what: 'the ports, files and services that resources need, which "slipway up" meets', why: 'outside' },
  { what: 'what is deployed, which "slipway plan" compares', why: 'outside' },
]
