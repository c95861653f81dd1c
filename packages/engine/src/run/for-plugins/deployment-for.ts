import type { GatewayDeploy, ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { certainlyExists } from '../../reality/recorded/life-cycle.ts'
import { diffSpec } from '../../spec/diff.ts'
import type { Deployment } from '../session/deployment.ts'

/**
 * The deployment of a resource that a plugin asks for, like that of a step of the plan. The changes come from the record, not from the
 * plugin.
 */
export function deploymentFor(
  { type, resourceName: name, spec, metadata, description }: GatewayDeploy,
  definition: ResourceTypeDefinition,
  { known, removalPolicy }: { readonly known: ResourceRecord | undefined; readonly removalPolicy: 'delete' | 'retain' },
): Deployment {
  const isThere = known !== undefined && certainlyExists(known)
  const { changes } = diffSpec(definition.schema, isThere ? known.spec : undefined, spec)
  return {
    action: isThere ? 'update' : 'create',
    resource: {
      name,
      type,
      definition,
      spec: { kind: 'literal', value: spec, origin: nowhere },
      labels: metadata?.labels ?? {},
      metadata: {},
      dependsOn: [],
      removalPolicy,
      origin: nowhere,
    },
    definition,
    spec,
    changes,
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    ...(known === undefined ? {} : { current: known }),
  }
}

const nowhere = { start: 0, end: 0 }

/**
 * The name of a resource that is made for `orders`: `orders:policy`. No blueprint can have such a name. If the plugin gives no name, the
 * type is used. If the name is taken, a number is added.
 */
export function nameFor(
  { resourceName, type }: Pick<GatewayDeploy, 'resourceName' | 'type'>,
  maker: string,
  isTaken: (name: string) => boolean,
): string {
  const own = resourceName === '' ? type.slice(type.indexOf('/') + 1) : resourceName
  const name = `${maker}:${own}`
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`
  return free
}
