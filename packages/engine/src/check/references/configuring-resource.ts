import { didYouMean } from '@slipway/source'
import { childOf } from '../../language/child-name.ts'
import type { ResourceDeclaration } from '../../language/declarations.ts'
import { configuringResource } from '../../language/configuring-resource.ts'
import type { DefinitionLookup } from '../definitions/definitions.ts'

/**
 * The whole name of the resource that configures the provider of another one. The name must be written out, because it is a dependency and so cannot
 * depend on anything itself.
 */
export function configuringWritten({
  name,
  options,
}: Pick<ResourceDeclaration, 'name' | 'options'>): string | undefined {
  if (options?.kind !== 'map') return undefined
  const [, written] = options.entries.find(([key]) => key === 'provider') ?? []
  if (written?.kind !== 'literal' || typeof written.value !== 'string') return undefined
  const by = configuringResource(written.value)
  return by === undefined ? undefined : inWhole(name, by)
}

/** The whole name for a name in a child. The name means a resource of that child. */
export function inWhole(name: string, other: string): string {
  const child = childOf(name)
  return child === undefined ? other : `${child}/${other}`
}

interface Around {
  readonly names: {
    get(name: string): { readonly type: { readonly value: string } } | undefined
    keys(): Iterable<string>
  }
  /** Names of resources that a condition leaves out. */
  readonly absent: ReadonlySet<string>
  readonly lookup: Pick<DefinitionLookup, 'configuredAs' | 'resourceType' | 'isLeftOpen'>
}

interface Asking {
  /** The type of a resource or a data source. */
  readonly type: string
  /** The name of the resource that would configure the provider. */
  readonly by: string
  readonly isComposed: boolean
  /** True if the name is written out, and not the result of an expression. */
  readonly isWritten: boolean
  /** True if code asks for the resource, and not a blueprint. */
  readonly isCoded: boolean
}

/** The reason why a resource cannot configure the provider of another, with a hint; `undefined` if it can. */
export function configuringProblem(
  { type, by, isComposed, isWritten, isCoded }: Asking,
  { names, absent, lookup }: Around,
): { readonly message: string; readonly hint?: string | undefined } | undefined {
  const namespace = lookup.configuredAs(type)
  const other = names.get(by)
  if (isCoded)
    return {
      message: 'only in a blueprint can a resource configure a provider',
      hint: `write a configuration "${by}" of ${namespace} into slipway.config.yaml, and name it: { provider: '${by}' }`,
    }
  if (isComposed)
    return {
      message: 'a resource cannot configure the provider of a component',
      hint: `write a configuration of ${namespace} into slipway.config.yaml`,
    }
  if (other === undefined && absent.has(by))
    return {
      message: `${by}, which is to configure the provider, is left out by its condition`,
      hint: `give the same condition to everything that ${by} configures`,
    }
  if (other === undefined) return { message: `there is no resource "${by}"`, hint: didYouMean(by, names.keys()) }
  if (!isWritten)
    return {
      message: 'the name of the resource that configures a provider must be written out',
      hint: `provider: resources.${by}`,
    }
  const otherType = other.type.value
  const definition = lookup.resourceType(otherType)
  // Another check reports an unknown type, unless it is left open.
  if (definition === undefined || definition.configures === namespace || lookup.isLeftOpen(otherType)) return undefined
  return {
    message: `${by} (${otherType}) does not configure the provider ${namespace}`,
    hint: `name a resource of the type pulumi:providers:${namespace.replace(/:$/, '')}`,
  }
}
