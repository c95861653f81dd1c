import type { LinkPhaseResult, LinkProvider } from '@slipway/model'

const nothing: LinkPhaseResult = { data: {}, mappings: {} }

/** Links without visible effects: they are made, change nothing at their ends, and have no resources of their own. */
export const inMemoryLinks: LinkProvider = {
  validate: async () => [],
  stage: async () => ({ modified: [], added: [], removed: [], unchanged: [], knownOnDeploy: [] }),
  updateResource: async () => nothing,
  updateIntermediaries: async () => ({ ...nothing, intermediaries: [] }),
  intermediaryStates: async ({ current }) =>
    Object.fromEntries(current.intermediaries.map(({ resourceId, spec }) => [resourceId, spec])),
}
