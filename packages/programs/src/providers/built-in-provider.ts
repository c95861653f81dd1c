import {
  type ComputedValues,
  containsSecret,
  containsUnknown,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  equalValues,
  type ExternalStateRequest,
  Failure,
  isMap,
  type Provider,
  type ProviderDefinition,
  type ReplacedWithRequest,
  type ResourceDiff,
  type StabilisedResult,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { componentType, parseUrn } from '../urns/urn.ts'
import { computedOf } from './computed.ts'
import type { Connections, ProviderSettings } from './connections.ts'
import type { ComponentHooks } from './component-hooks.ts'
import { packageOfProvider, recordedResource, stackReferenceType, textOf } from './definitions.ts'
import { inputsWithout } from './inputs-without.ts'
import { movedTo } from './moved-to.ts'
import type { Wishes } from './resource-wish.ts'

/** The settings of a provider from its record or its wish. */
export function settingsOf(type: string, spec: ValueMap, id: string): ProviderSettings {
  const { urn, inputs } = recordedResource(spec)
  const pkg = packageOfProvider(type) ?? ''
  const told = isMap(spec['package']) ? spec['package'] : valueMap()
  return {
    urn,
    name: parseUrn(urn)?.name ?? urn,
    type,
    id,
    pkg,
    plugin: textOf(told['plugin']) ?? pkg,
    version: textOf(told['version']) ?? textOf(inputs['version']) ?? '',
    parameter: parameterIn(told),
    server: textOf(told['server']),
    variables: textsIn(told['variables']),
    config: inputs,
  }
}

/** The outputs of another stack, by its name as programs write it: `organization/network/dev`. */
export type StackOutputs = (name: string) => Promise<ValueMap>

/** The provider of types that need no plugin: components, the stack itself, configurations of providers, references to other stacks. */
export class BuiltInProvider implements Provider {
  readonly #connections: Connections
  readonly #stackOutputs: StackOutputs
  readonly #hooks: ComponentHooks
  readonly #wishes: Wishes
  readonly #settingsId: (inputs: ValueMap) => string

  /** @param settingsId the id of a provider's inputs that decide where its things are */
  constructor(
    connections: Connections,
    wishes: Wishes,
    hooks: ComponentHooks,
    stackOutputs: StackOutputs,
    settingsId: (inputs: ValueMap) => string,
  ) {
    this.#settingsId = settingsId
    this.#connections = connections
    this.#wishes = wishes
    this.#hooks = hooks
    this.#stackOutputs = stackOutputs
  }

  define(): Promise<ProviderDefinition> {
    return Promise.reject(new TypeError('the definitions of a program need no plugin'))
  }

  validateResource(): Promise<[]> {
    return Promise.resolve([])
  }

  async diff(request: DiffRequest): Promise<ResourceDiff> {
    const { type, spec, current } = request
    const same = { replaceBecause: [], destroyFirst: false, isSame: true }
    if (packageOfProvider(type) !== undefined) return await this.#diffOfProvider(request)
    if (type === componentType)
      return {
        ...this.#diffOfComponent(spec, current.spec),
        ...movedTo(spec, this.#wishes.of(recordedResource(spec).urn)),
      }
    if (type !== stackReferenceType) return same
    const { outputs } = recordedResource(current.spec)
    return changedIf(!equalValues(outputs, await this.#referred(spec)), 'outputs')
  }

  /** The plugin of a provider decides whether new inputs would make it a provider for something else. */
  async replacedWith({ type, current: { spec }, others }: ReplacedWithRequest): Promise<readonly string[]> {
    const news = packageOfProvider(type) === undefined ? undefined : inputsWithout(spec, others)
    if (news === undefined) return []
    const { id = '', inputs: olds } = recordedResource(spec)
    const settings = settingsOf(type, spec, id)
    const plugin = await this.#connections.unconfigured(settings)
    const replaces = (await plugin.diffConfig(settings, { olds, news })) ?? []
    return replaces.map((path) => `spec.inputs.${path}`)
  }

  preview(request: DeployRequest): Promise<ComputedValues> {
    return this.#deployed(request, request.current && request.resourceId)
  }

  deploy(request: DeployRequest): Promise<ComputedValues> {
    return this.#deployed(request, request.resourceId)
  }

  hasStabilised(): Promise<StabilisedResult> {
    return Promise.resolve({ stabilised: true, computed: {} })
  }

  /** Recorded resources exist. After an interrupted create, a resource gets its intended id. */
  externalState({ type, spec, resourceId }: ExternalStateRequest): Promise<ValueMap | undefined> {
    const isWithId = packageOfProvider(type) !== undefined || type === stackReferenceType
    if (!isWithId || recordedResource(spec).id !== undefined) return Promise.resolve(spec)
    const { inputs } = recordedResource(spec)
    const id = type === stackReferenceType ? (textOf(inputs['name']) ?? resourceId) : resourceId
    return Promise.resolve(valueMap([...Object.entries(spec), ['id', id]]))
  }

  async destroy({ type, current }: DestroyRequest): Promise<void> {
    if (type === componentType) await this.#hooks.aroundEnd(current.spec)
  }

  fetch(): Promise<never> {
    return Promise.reject(new TypeError('programs have no data sources'))
  }

  callFunction(): Promise<never> {
    return Promise.reject(new TypeError('programs call functions without the engine'))
  }

  async #deployed({ type, spec, current }: DeployRequest, newId: string | undefined): Promise<ComputedValues> {
    const { inputs } = recordedResource(spec)
    if (type === stackReferenceType) {
      const outputs = await this.#referred(spec)
      return computedOf({ id: textOf(inputs['name']) ?? newId, checked: inputs, outputs })
    }
    if (type === componentType) await this.#hooks.before(spec, current?.spec)
    if (packageOfProvider(type) === undefined) return {}
    const before = current && recordedResource(current.spec)
    const id = before?.id ?? newId
    const checked = await this.#checkedConfig(settingsOf(type, spec, id ?? ''), before?.inputs)
    const settings = { ...settingsOf(type, spec, id ?? ''), config: checked }
    const known = before && this.#connections.known(`${settings.urn}::${settings.id}`)
    this.#connections.know({ ...settings, seenWith: known?.seenWith })
    return computedOf({ id, checked, outputs: checked })
  }

  /** A component whose inputs have changed counts as changed, for hooks and for users. */
  #diffOfComponent(spec: ValueMap, recorded: ValueMap): ResourceDiff {
    return changedIf(!equalValues(recordedResource(spec).inputs, recordedResource(recorded).inputs), 'inputs')
  }

  async #diffOfProvider({ type, spec, current, resourceId }: DiffRequest): Promise<ResourceDiff> {
    const { id = resourceId } = recordedResource(current.spec)
    const olds = await this.#configBefore(type, current.spec, id)
    const settings = settingsOf(type, spec, id)
    const config = await this.#checkedConfig(settings, olds)
    const plugin = await this.#connections.unconfigured(settings)
    // If the plugin does not say, changed settings of a provider are for the same things: usually a renewed key.
    const compared = await plugin.diffConfig(settings, { olds, news: config })
    const replaces = compared ?? []
    const before = this.#connections.known(`${settings.urn}::${id}`)?.seenWith ?? this.#settingsId(olds)
    // A provider for something else does not find its predecessor's resources, so it gets a new id.
    if (replaces.length > 0) this.#connections.know({ ...settings, config, id: '' })
    else this.#connections.know({ ...settings, config, ...(compared !== undefined && { seenWith: before }) })
    const said = changedIf(!isAnswered(current.spec) || !equalValues(config, olds), 'inputs')
    return replaces.length === 0 ? said : { ...said, replaceBecause: replaces.map((path) => `spec.inputs.${path}`) }
  }

  /** The earlier configuration. After an interrupted create, this is the configuration that the plugin would have checked. */
  async #configBefore(type: string, recorded: ValueMap, id: string): Promise<ValueMap> {
    const { inputs } = recordedResource(recorded)
    if (isAnswered(recorded)) return inputs
    return await this.#checkedConfig(settingsOf(type, recorded, id), undefined).catch((thrown: unknown) => {
      // The plugin was never configured with settings that it refuses.
      if (thrown instanceof Failure) return inputs
      throw thrown
    })
  }

  async #checkedConfig(settings: ProviderSettings, olds: ValueMap | undefined): Promise<ValueMap> {
    const plugin = await this.#connections.unconfigured(settings)
    const { inputs, failures } = await plugin.checkConfig(settings, olds)
    if (failures.length > 0) throw plugin.refusal(failures, 'provider.CheckConfig')
    return inputs
  }

  async #referred(spec: ValueMap): Promise<ValueMap> {
    const name = recordedResource(spec).inputs['name'] ?? null
    if (containsUnknown(name)) return valueMap()
    const outputs = await this.#stackOutputs(textOf(name) ?? '')
    return valueMap([
      ['name', name],
      ['outputs', outputs],
      ['secretOutputNames', namesOfSecrets(outputs)],
    ])
  }
}

/** False after an interrupted create, whose result is not recorded. */
function isAnswered(recorded: ValueMap): boolean {
  return recordedResource(recorded).id !== undefined && isMap(recorded['checked'])
}

/** Names of outputs that contain a secret anywhere: a reference to such an output is secret as a whole. */
function namesOfSecrets(outputs: ValueMap): readonly string[] {
  return Object.keys(outputs)
    .filter((name) => containsSecret(outputs[name] ?? null))
    .toSorted((a, b) => (a < b ? -1 : 1))
}

function parameterIn(told: ValueMap): ProviderSettings['parameter'] {
  const [name, value] = [textOf(told['parameterName']), textOf(told['parameterValue'])]
  if (name === undefined) return undefined
  return { name, version: textOf(told['parameterVersion']) ?? '', value: Buffer.from(value ?? '', 'base64') }
}

function textsIn(value: Value | undefined): Readonly<Record<string, string>> | undefined {
  if (!isMap(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (typeof each === 'string' ? [[name, each]] : [])),
  )
}

function changedIf(isChanged: boolean, path: string): ResourceDiff {
  return { replaceBecause: [], destroyFirst: false, ...(isChanged ? { differs: [path] } : { isSame: true }) }
}
