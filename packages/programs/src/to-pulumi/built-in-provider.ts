import { createHash } from 'node:crypto'
import { builtInNamespace, packageOfProvider } from '../providers/definitions.ts'
import { formatUrn, parseUrn } from '../urns/urn.ts'
import type { PulumiResource } from '../deployments/deployment.ts'

const type = 'pulumi:providers:pulumi'

/**
 * The provider of Pulumi's built-in resources, such as stashes. Pulumi needs it in a state, but Slipway records none. It is always the
 * same.
 *
 * @param resource a program's resource, written without a provider
 * @returns `undefined` if the resource has a provider or needs none
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

/** An id in the form of Pulumi's provider ids. */
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
