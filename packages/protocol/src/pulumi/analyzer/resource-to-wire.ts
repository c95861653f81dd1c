import {
  type AnalyzedOptions,
  type AnalyzedResource,
  namespaceOf,
  type StackOfPolicies,
  valueMap,
} from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import { structToWire } from '../convert/struct.ts'
import type { AnalyzeRequest, AnalyzerResource, AnalyzerResourceOptions } from '../gen/analyzer.ts'

/** Converts resources for policies, which know them by URNs. */
export class PolicyResources {
  readonly #stack: StackOfPolicies

  constructor(stack: StackOfPolicies) {
    this.#stack = stack
  }

  urnOf({ type, name, identity }: AnalyzedResource): string {
    return identity?.urn ?? this.#urn(type, name)
  }

  /**
   * Converts one resource, without the others.
   * @throws TypeError for a value that cannot be sent
   */
  toWire(resource: AnalyzedResource): Init<AnalyzeRequest> {
    const { type, properties, options = {}, identity } = resource
    const urn = this.urnOf(resource)
    const provider = this.#provider(resource)
    return {
      type,
      name: nameIn(urn),
      urn,
      properties: structToWire(properties, { secrets: true, unknowns: true, resources: true }),
      options: optionsToWire(options, identity?.parent),
      ...(provider !== undefined && { provider }),
    }
  }

  /**
   * Converts one resource among others.
   *
   * @param urns of all resources, by name
   */
  amongToWire(resource: AnalyzedResource, urns: ReadonlyMap<string, string>): Init<AnalyzerResource> {
    const { identity, dependsOn } = resource
    const ofProperties = Object.entries(identity?.propertyDependencies ?? {})
    return {
      ...this.toWire(resource),
      parent: identity?.parent ?? '',
      dependencies: identity === undefined ? dependsOn.flatMap((name) => urns.get(name) ?? []) : identity.dependencies,
      propertyDependencies: Object.fromEntries(ofProperties.map(([name, needed]) => [name, { urns: needed }])),
    }
  }

  #provider(resource: AnalyzedResource): Init<AnalyzeRequest>['provider'] {
    // A component has no provider. A resource without a named provider has the default provider of its package.
    if ('provider' in resource && resource.provider === undefined) return undefined
    const type = `pulumi:providers:${namespaceOf(resource.type).replace(/[:/]$/, '')}`
    const { name = 'default', urn = this.#urn(type, name), properties = valueMap() } = resource.provider ?? {}
    return { type, name, urn, properties: structToWire(properties, { secrets: true, unknowns: true, resources: true }) }
  }

  #urn(type: string, name: string): string {
    const { project, stack } = this.#stack
    return `urn:pulumi:${stack}::${project}::${type}::${name}`
  }
}

function optionsToWire(options: AnalyzedOptions, parent = ''): Init<AnalyzerResourceOptions> {
  const {
    protect = false,
    ignoreChanges = [],
    aliases = [],
    additionalSecretOutputs = [],
    destroyFirst,
    timeouts,
  } = options
  return {
    protect,
    // Blueprints use paths within the resource, programs paths within its inputs.
    ignoreChanges: ignoreChanges.map((path) => path.replace(/^spec\./, '')),
    aliases,
    additionalSecretOutputs,
    deleteBeforeReplace: destroyFirst === true,
    deleteBeforeReplaceDefined: destroyFirst !== undefined,
    parent,
    ...(timeouts !== undefined && {
      customTimeouts: {
        create: seconds(timeouts.create),
        update: seconds(timeouts.update),
        delete: seconds(timeouts.destroy),
        read: seconds(timeouts.read),
      },
    }),
  }
}

function seconds(ms = 0): number {
  return ms / 1000
}

function nameIn(urn: string): string {
  return urn.split('::').slice(3).join('::')
}
