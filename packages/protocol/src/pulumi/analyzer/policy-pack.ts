import {
  type AnalyzedResource,
  type Analyzer,
  namespaceOf,
  type PolicyConfig,
  type PolicyViolation,
  type Remedy,
  valueMap,
} from '@slipway/model'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { structFromWire, structToWire } from '../convert/struct.ts'
import { type AnalyzeDiagnostic, Analyzer as Methods, EnforcementLevel, type Remediation } from '../gen/analyzer.ts'
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
  #remediates = false

  constructor(channel: RpcChannel, options: PolicyPackOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
  }

  async remediate(resource: AnalyzedResource): Promise<Remedy | undefined> {
    await this.#configured(resource.instance)
    if (!this.#remediates) return undefined
    const options = this.#asking('analyzer.Remediate')
    const request = this.#calls.prepared(options, () => onWire(resource))
    const { remediations } = await this.#calls.call(Methods.Remediate, request, options)
    // Each of them has all properties, with what those before it have put right.
    const last = remediations.findLast(({ properties, diagnostic }) => properties !== undefined && diagnostic === '')
    const told = remediations.map((each) => remediated(each, resource.name))
    if (last === undefined) return told.length === 0 ? undefined : { properties: resource.properties, told }
    const until = `resources.${resource.name}.spec`
    return { properties: this.#calls.understood(options, () => structFromWire(last.properties, until)), told }
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
    const levelOf = (policy: string, own: EnforcementLevel): EnforcementLevel => {
      const { enforcement = config?.['all']?.enforcement } = config?.[policy] ?? {}
      return enforcement === undefined ? own : levels[enforcement]
    }
    this.#remediates = policies.some(
      ({ name: policy, enforcementLevel }) => levelOf(policy, enforcementLevel) === EnforcementLevel.REMEDIATE,
    )
    if (config === undefined) return
    // A level that is not said is advisory on the wire: what the pack itself says is sent along.
    const configured = policies.map(({ name: policy, enforcementLevel }) => {
      const properties = structToWire(config[policy]?.properties ?? valueMap())
      return [policy, { enforcementLevel: levelOf(policy, enforcementLevel), properties }] as const
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

/** What was put right, or why it could not be: whether that matters is for the analysis to say. */
function remediated({ policyPackName: pack, policyName: policy, description, diagnostic }: Remediation, name: string) {
  const isDone = diagnostic === ''
  const message = isDone ? `was put right: ${description}` : diagnostic
  return { pack, policy, enforcement: isDone ? 'remediate' : 'advisory', name, message } as const
}

/** A violation that remediation should have mended, and has not, is mandatory. */
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
