import { createHash } from 'node:crypto'
import { builtInNamespace, packageOfProvider } from '../providers/definitions.ts'
import { formatUrn, parseUrn } from '../urns/urn.ts'
import type { PulumiResource } from '../deployments/deployment.ts'

const type = 'pulumi:providers:pulumi'

/**
 * The provider of what the engine of Pulumi has built in, such as stashes: Pulumi wants it in a state, and Slipway records none. It is the
 * same each time.
 *
 * @param resource of a program, as it is written without one
 * @returns `undefined` for what has a provider, or needs none
 */
export function builtInProviderOf(resource: PulumiResource): (PulumiResource & { readonly id: string }) | undefined {
  const { custom, provider = '' } = resource
  const isBuiltIn =
    custom && resource.type.startsWith(builtInNamespace) && packageOfProvider(resource.type) === undefined
  const parts = isBuiltIn && provider === '' ? parseUrn(resource.urn) : undefined
  if (parts === undefined) return undefined
  const { stack, project } = parts
  const urn = formatUrn({ stack, project, qualifiedType: type, name: 'default' })
  return { urn, custom: true, id: idOf(urn), type, inputs: {}, outputs: {} }
}

/** Written as Pulumi writes ids of providers. */
function idOf(urn: string): string {
  const hash = createHash('sha256').update(urn).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
