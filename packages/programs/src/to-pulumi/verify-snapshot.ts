import { parseUrn } from '../urns/urn.ts'
import type { Deployment } from '../deployments/deployment.ts'
import { optionalUrns } from '../deployments/named-urns.ts'

/** The reasons why any version of Pulumi would refuse a snapshot. For tests. */
export function faultsOf({ resources = [] }: Deployment): readonly string[] {
  const seen = new Set<string>()
  const providers = new Set<string>()
  const faults: string[] = []
  for (const resource of resources) {
    const { urn, type, id = '', custom, delete: isOld, parent, provider, pendingReplacement, viewOf } = resource
    const fault = (what: string): void => void faults.push(`${urn}: ${what}`)
    for (const named of [parent, viewOf, ...optionalUrns(resource)])
      if (named && !seen.has(named)) fault(`${named} is not before it`)
    if (provider && !providers.has(provider) && pendingReplacement !== true)
      fault(`its provider ${provider} is not before it`)
    if (seen.has(urn) && isOld !== true) fault('is there twice')
    if (parseUrn(urn) === undefined) fault('is not a URN')
    if (custom && id === '' && pendingReplacement !== true) fault('has no id')
    seen.add(urn)
    if (type.startsWith('pulumi:providers:')) providers.add(`${urn}::${id}`)
  }
  return faults
}
