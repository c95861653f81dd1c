import {
  type AnalyzedResource,
  type Analyzer,
  containsUnknown,
  mapEntries,
  type PolicyConfig,
  type PolicyViolation,
  type Remedy,
  type StackOfPolicies,
} from '@slipway/model'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { readStruct } from '../convert/struct.ts'
import { type AnalyzeDiagnostic, Analyzer as Methods, EnforcementLevel, type Remediation } from '../gen/analyzer.ts'
import { PulumiCalls } from '../provider/calls/calls.ts'
import { asItWas } from './as-it-was.ts'
import { asSecretAsBefore } from './as-secret-as-before.ts'
import { wantedPolicies } from './policy-config.ts'
import { PolicyResources } from './resource-to-wire.ts'

export interface PolicyPackOptions {
  readonly pluginId: string
  /** Time limit of each call, in milliseconds. */
  readonly deadlineMs: number
  /** Settings, keyed by the name of the pack. */
  readonly config: Readonly<Record<string, PolicyConfig>>
  readonly stack: StackOfPolicies
}

/** A policy pack of Pulumi, which is configured before its first use. */
export class PolicyPack implements Analyzer {
  readonly #calls: PulumiCalls
  readonly #options: PolicyPackOptions
  readonly #resources: PolicyResources
  #ready: Promise<void> | undefined
  #remediates = false

  constructor(channel: RpcChannel, options: PolicyPackOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
    this.#resources = new PolicyResources(options.stack)
  }

  async remediate(resource: AnalyzedResource): Promise<Remedy | undefined> {
    await this.#configured()
    if (!this.#remediates) return undefined
    const options = this.#asking('analyzer.Remediate')
    const request = this.#calls.prepared(options, () => this.#resources.toWire(resource))
    const { remediations } = await this.#calls.call(Methods.Remediate, request, options)
    // Each remediation holds all properties, including the earlier corrections.
    const last = remediations.findLast(({ properties, diagnostic }) => properties !== undefined && diagnostic === '')
    const told = remediations.map((each) => remediated(each, resource.name))
    if (last === undefined) return told.length === 0 ? undefined : { properties: resource.properties, told }
    const until = `resources.${resource.name}.spec`
    const right = this.#calls.understood(options, () => readStruct(last.properties, { until, references: 'kept' }))
    if (containsUnknown(right) && !containsUnknown(resource.properties)) {
      const why = `its policy ${last.policyName} replaces a known value with an unknown one`
      throw this.#calls.refusal([why], options)
    }
    const known = mapEntries(right, (value, name) => asItWas(value, resource.properties[name] ?? null))
    return { properties: asSecretAsBefore(known, resource.properties), told }
  }

  async analyze(resource: AnalyzedResource): Promise<readonly PolicyViolation[]> {
    await this.#configured()
    const options = this.#asking('analyzer.Analyze')
    const request = this.#calls.prepared(options, () => this.#resources.toWire(resource))
    const { diagnostics } = await this.#calls.call(Methods.Analyze, request, options)
    return violationsIn(diagnostics, () => resource.name)
  }

  async analyzeAll(resources: readonly AnalyzedResource[]): Promise<readonly PolicyViolation[]> {
    await this.#configured()
    const options = this.#asking('analyzer.AnalyzeStack')
    const names = new Map(resources.map((resource) => [this.#resources.urnOf(resource), resource.name]))
    const urns = new Map(Array.from(names, ([urn, name]) => [name, urn]))
    const request = this.#calls.prepared(options, () => ({
      resources: resources.map((resource) => this.#resources.amongToWire(resource, urns)),
    }))
    const { diagnostics } = await this.#calls.call(Methods.AnalyzeStack, request, options)
    return violationsIn(diagnostics, (urn) => names.get(urn) ?? '')
  }

  async #configured(): Promise<void> {
    this.#ready ??= this.#configure()
    await this.#ready
  }

  async #configure(): Promise<void> {
    const options = this.#asking('analyzer.Configure')
    const info = await this.#calls.call(Methods.GetAnalyzerInfo, {}, options)
    const { stack, config } = this.#options
    const { configured, ...named } = stack
    const about = { ...named, ...configured, dryRun: true }
    await this.#orUnknown(() => this.#calls.call(Methods.ConfigureStack, about, options))
    const given = config[info.name]
    const { byPolicy, remediates, problems } = this.#calls.understood(options, () => wantedPolicies(info, given))
    if (problems.length > 0)
      throw this.#calls.refusal([`policyConfig: ${info.name}: ${problems.join('; ')}`], options, {
        code: 'cli/bad-policy-config',
        hint: 'give it in the setting policyConfig, by pack and policy',
      })
    this.#remediates = remediates
    if (given === undefined && !info.supportsConfig) return
    await this.#orUnknown(() => this.#calls.call(Methods.Configure, { policyConfig: byPolicy }, options))
  }

  /** Ignores that a method is unknown: packs of an older SDK have no method about stacks. */
  async #orUnknown(call: () => Promise<unknown>): Promise<void> {
    await call().catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'protocol/unimplemented')) throw error
    })
  }

  #asking(method: string) {
    return { method, deadlineMs: this.#options.deadlineMs, control: undefined }
  }
}

/** Reports a correction, or the reason why a policy failed to correct. The analysis decides whether a failure matters. */
function remediated({ policyPackName: pack, policyName: policy, description, diagnostic }: Remediation, name: string) {
  const isDone = diagnostic === ''
  const message = isDone ? `was corrected: ${description}` : diagnostic
  return { pack, policy, enforcement: isDone ? 'remediate' : 'advisory', name, message } as const
}

/** Returns the violations in an answer. A violation that remediation should have corrected, but did not, is mandatory. */
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
