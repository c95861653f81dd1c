import {
  type ConfigFieldDefinition,
  type DefinitionRequest,
  type DeployRequest,
  type DiffRequest,
  equalValues,
  type ExternalStateRequest,
  type PropertySchema,
  type Provider,
  type ProviderContext,
  type ProviderDefinition,
  type ResourceDiff,
  type ResourceTypeDefinition,
  revealed,
  type Scalar,
  type StabilisedResult,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { version } from '../version.ts'

/** The namespace of types whose resources configure providers. */
export const providersNamespace = 'pulumi:'
const prefix = `${providersNamespace}providers:`

/** The questions that these types ask about providers. */
interface Asking {
  /** Returns the definition of a provider; `undefined` if the provider is not installed or takes settings per call. */
  readonly definition: (namespace: string) => Promise<ProviderDefinition | undefined>
  /** Returns the names of changed settings that require a replacement of the provider. Fails if the provider refuses the new settings. */
  readonly compared: (
    namespace: string,
    resourceName: string,
    before: ValueMap | undefined,
    settings: ValueMap,
  ) => Promise<readonly string[]>
}

/** Resources that configure providers. They exist only as records. */
export class ProviderResources implements Provider {
  readonly #asking: Asking

  constructor(asking: Asking) {
    this.#asking = asking
  }

  async define({ resourceTypes }: Pick<DefinitionRequest, 'resourceTypes'>): Promise<ProviderDefinition> {
    const known = await Promise.all(
      resourceTypes.map(async (type) => {
        const namespace = configuredNamespace(type)
        const definition = namespace === undefined ? undefined : await this.#asking.definition(namespace)
        return definition === undefined ? [] : [definitionOf(type, definition)]
      }),
    )
    const types = known.flat()
    return {
      pluginId: 'slipway/providers',
      pluginVersion: version,
      namespace: providersNamespace,
      config: { fields: {}, allowAdditionalFields: false },
      resourceTypeNames: types.map(({ type }) => type),
      dataSourceTypeNames: [],
      functionNames: [],
      resourceTypes: Object.fromEntries(types.map((type) => [type.type, type])),
      dataSourceTypes: {},
      functions: {},
    }
  }

  validateResource(): Promise<[]> {
    return Promise.resolve([])
  }

  async diff({ type, resourceName, spec, current }: DiffRequest): Promise<ResourceDiff> {
    const [before, now] = [said(current.spec), said(spec)]
    const same = { replaceBecause: [], destroyFirst: false }
    if (equalValues(before, now)) return { ...same, isSame: true }
    const names = await this.#asking.compared(configuredNamespace(type) ?? '', resourceName, before, now)
    return { ...same, replaceBecause: names.map((name) => `spec.${name}`) }
  }

  async deploy({ type, resourceName, spec }: DeployRequest): Promise<Record<string, never>> {
    await this.#asking.compared(configuredNamespace(type) ?? '', resourceName, undefined, said(spec))
    return {}
  }

  hasStabilised(): Promise<StabilisedResult> {
    return Promise.resolve({ stabilised: true, computed: {} })
  }

  externalState({ spec }: ExternalStateRequest): Promise<ValueMap | undefined> {
    return Promise.resolve(spec)
  }

  destroy(): Promise<void> {
    return Promise.resolve()
  }

  fetch(): Promise<never> {
    return Promise.reject(new TypeError('configurations of providers are not data sources'))
  }

  callFunction(): Promise<never> {
    return Promise.reject(new TypeError('configurations of providers have no functions'))
  }
}

/** Returns `kubernetes:` for `pulumi:providers:kubernetes`. */
function configuredNamespace(type: string): string | undefined {
  return type.startsWith(prefix) ? `${type.slice(prefix.length)}:` : undefined
}

function definitionOf(
  type: string,
  { namespace, configuredAs = namespace, config, pluginId }: ProviderDefinition,
): ResourceTypeDefinition {
  return {
    type,
    label: `configuration of ${pluginId}`,
    schema: {
      type: 'object',
      attributes: Object.fromEntries(Object.entries(config.fields).map(([name, field]) => [name, schemaOf(field)])),
      required: [],
    },
    destroyBeforeCreate: false,
    settlement: 'repeatable',
    replacementBy: 'provider',
    comparedBy: 'provider',
    configures: configuredAs,
    stabilisedDependencies: [],
  }
}

function schemaOf({ type, description, secret }: ConfigFieldDefinition): PropertySchema {
  return {
    type,
    nullable: true,
    ...(secret === true && { sensitive: true }),
    ...(description !== undefined && { description }),
  }
}

function said(spec: ValueMap): ValueMap {
  return valueMap(Object.entries(spec).filter(([, value]) => value !== null))
}

/** Returns settings in the form of a call: lists and maps become JSON texts, as SDKs send them. */
export function configOf(settings: ValueMap): ProviderContext['config'] {
  return Object.fromEntries(
    Object.entries(said(settings)).map(([name, value]): [string, Scalar] => {
      const plain = revealed(value)
      return [name, typeof plain === 'object' ? JSON.stringify(plain) : plain]
    }),
  )
}

/** Names of provider processes; equal configurations share one. The names reveal no settings, since these may be secret. */
export class ConfiguredProcesses {
  readonly #names = new Map<string, string>()

  /** Returns a process name that is valid in file names. @param configuration its name in calls */
  name(configuration: string, settings: ValueMap): string {
    const sorted = Object.entries(configOf(settings)).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const key = JSON.stringify([configuration, sorted])
    const name =
      this.#names.get(key) ?? `${configuration.replaceAll(/[^\w-]/g, '-').slice(0, 60)}-${this.#names.size + 1}`
    this.#names.set(key, name)
    return name
  }
}
