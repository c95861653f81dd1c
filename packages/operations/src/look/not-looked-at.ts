import type { NotLookedAt } from '@slipway/engine'
import type { Project } from '../project/project.ts'

/** Returns the brought things of an untrusted folder, which were not checked. */
export function untrusted({ trust }: Pick<Project, 'trust'>): readonly NotLookedAt[] {
  return trust.leftOut.map(({ what, place }) => ({ what: `${what} (${place})`, why: 'untrusted' }))
}

/** Plugins may have rules beyond their schemas. Most of them need their settings before they can report these rules. */
export const rulesOfPlugins: readonly NotLookedAt[] = [
  { what: 'the rules that plugins have beyond their schemas, which "slipway plan" asks them', why: 'outside' },
]

/** Topics of resources that only a plan or a deployment can check. */
export const outsideOfResources: readonly NotLookedAt[] = [
  { what: 'the ports, files and services that resources need, which "slipway up" uses', why: 'outside' },
  { what: 'the deployed resources, which "slipway plan" compares', why: 'outside' },
]
