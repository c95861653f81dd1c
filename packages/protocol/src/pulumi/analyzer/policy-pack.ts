import {
  type AnalyzedResource,
  type Analyzer,
  namespaceOf,
  type PolicyConfig,
  type PolicyViolation,
  valueMap,
} from '@slipway/model'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { structToWire } from '../convert/struct.ts'
import { type AnalyzeDiagnostic, Analyzer as Methods, EnforcementLevel } from '../gen/analyzer.ts'
import { PulumiCalls } from '../provider/calls.ts'

export interface PolicyPackOptions {
  readonly pluginId: string
  /** Milliseconds, for each call. */
  readonly deadlineMs: number
  /** By the name of the pack. */
  readonly config: Readonly<Record<string, PolicyConfig>>
}

const levels = {
  advisory: EnforcementLevel.ADVISORY,
  mandatory: EnforcementLevel.MANDATORY,
  disabled: EnforcementLevel.DISABLED,
  remediate: EnforcementLevel.REMEDIATE,
} as const

/** A policy pack of Pulumi. It is configured when it is first asked. */
export class PolicyPack implements Analyzer {
  readonly #calls: PulumiCalls
  readonly #options: PolicyPackOptions
  #ready: Promise<void> | undefined

  constructor(channel: RpcChannel, options: PolicyPackOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
  }

  async analyze(resource: AnalyzedResource): Promise<readonly PolicyViolation[]> {
    await this.#configured(resource.instance)
    const options = this.#asking('analyzer.Analyze')
    const request = this.#calls.prepared(options, () => onWire(resource))
    const { diagnostics } = await this.#calls.call(Methods.Analyze, request, options)
    return violationsIn(diagnostics, () => resource.name)
  }

  async analyzeAll(resources: readonly AnalyzedResource[]): Promise<readonly PolicyViolation[]> {
    await this.#configured(resources[0]?.instance ?? '')
    const options = this.#asking('analyzer.AnalyzeStack')
    const names = new Map(resources.map((resource) => [urnOf(resource), resource.name]))
    const urns = new Map(resources.map((resource) => [resource.name, urnOf(resource)]))
    const request = this.#calls.prepared(options, () => ({
      resources: resources.map((resource) => ({
        ...onWire(resource),
        dependencies: resource.dependsOn.flatMap((name) => urns.get(name) ?? []),
      })),
    }))
    const { diagnostics } = await this.#calls.call(Methods.AnalyzeStack, request, options)
    return violationsIn(diagnostics, (urn) => names.get(urn) ?? '')
  }

  async #configured(stack: string): Promise<void> {
    this.#ready ??= this.#configure(stack)
    await this.#ready
  }

  async #configure(stack: string): Promise<void> {
    const options = this.#asking('analyzer.Configure')
    const { name, policies } = await this.#calls.call(Methods.GetAnalyzerInfo, {}, options)
    await this.#orUnknown(() => this.#calls.call(Methods.ConfigureStack, { stack, project: 'slipway' }, options))
    const config = this.#options.config[name]
    if (config === undefined) return
    // A level that is not said is advisory on the wire: what the pack itself says is sent along.
    const configured = policies.map(({ name: policy, enforcementLevel }) => {
      const { enforcement = config['all']?.enforcement, properties } = config[policy] ?? {}
      const level = enforcement === undefined ? enforcementLevel : levels[enforcement]
      return [policy, { enforcementLevel: level, properties: structToWire(properties ?? valueMap()) }] as const
    })
    const policyConfig = Object.fromEntries(configured)
    await this.#orUnknown(() => this.#calls.call(Methods.Configure, { policyConfig }, options))
  }

  /** Packs of an older SDK are not told of stacks. */
  async #orUnknown(call: () => Promise<unknown>): Promise<void> {
    await call().catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'protocol/unimplemented')) throw error
    })
  }

  #asking(method: string) {
    return { method, deadlineMs: this.#options.deadlineMs, control: undefined }
  }
}

function urnOf({ instance, type, name }: AnalyzedResource): string {
  return `urn:pulumi:${instance}::slipway::${type}::${name}`
}

function onWire(resource: AnalyzedResource) {
  const { type, name, properties } = resource
  const provider = `pulumi:providers:${namespaceOf(type).replace(/:$/, '')}`
  return {
    type,
    name,
    urn: urnOf(resource),
    properties: structToWire(properties, { secrets: true, unknowns: true }),
    options: {},
    provider: {
      type: provider,
      name: 'default',
      urn: urnOf({ ...resource, type: provider, name: 'default' }),
      properties: structToWire(valueMap()),
    },
  }
}

/** What should have been put right, and was not, is mandatory. */
function violationsIn(
  diagnostics: readonly AnalyzeDiagnostic[],
  nameOf: (urn: string) => string,
): readonly PolicyViolation[] {
  return diagnostics
    .filter(({ enforcementLevel }) => enforcementLevel !== EnforcementLevel.DISABLED)
    .map(({ policyPackName: pack, policyName: policy, enforcementLevel, urn, message, description }) => ({
      pack,
      policy,
      enforcement: enforcementLevel === EnforcementLevel.ADVISORY ? 'advisory' : 'mandatory',
      name: nameOf(urn),
      message: message || description,
    }))
}
