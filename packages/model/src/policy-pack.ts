import type { ValueMap } from './value.ts'

/** A resource as a policy sees it. */
export interface AnalyzedResource {
  readonly type: string
  readonly name: string
  readonly instance: string
  /** The known properties; secrets are marked. */
  readonly properties: ValueMap
  /** The names of its dependencies. */
  readonly dependsOn: readonly string[]
  readonly options?: AnalyzedOptions
  /** Its identity in a program or in a component. If left out, the resource has only its name and its type. */
  readonly identity?: AnalyzedIdentity
  /** `undefined` if it has no configured provider, like a component. If left out, the provider is not known. */
  readonly provider?: AnalyzedProvider | undefined
}

/** The options of a resource that policies see. */
export interface AnalyzedOptions {
  readonly protect?: boolean
  readonly ignoreChanges?: readonly string[]
  readonly aliases?: readonly string[]
  readonly additionalSecretOutputs?: readonly string[]
  readonly destroyFirst?: boolean
  /** The name of a configuration of its provider. */
  readonly provider?: string
  /** In milliseconds. */
  readonly timeouts?: {
    readonly create?: number
    readonly update?: number
    readonly destroy?: number
    readonly read?: number
  }
}

/** All strings are URNs. */
export interface AnalyzedIdentity {
  readonly urn: string
  readonly parent: string | undefined
  readonly dependencies: readonly string[]
  /** The resources from which each input comes, by the name of the input. */
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>
}

/** The configuration of a provider. */
export interface AnalyzedProvider {
  /** If left out, the URN follows from its type and its name. */
  readonly urn?: string
  readonly name: string
  readonly properties: ValueMap
}

/** `mandatory` stops a run before anything changes. `advisory` is only reported. `remediate` corrects the resource and is reported. */
export type Enforcement = 'advisory' | 'mandatory' | 'remediate'

export interface PolicyViolation {
  readonly pack: string
  readonly policy: string
  readonly enforcement: Enforcement
  /** The name of the resource; empty if the violation is about all resources together. */
  readonly name: string
  readonly message: string
}

/** The setting of each policy of a pack, by name; `all` is for the policies that are not named. */
export type PolicyConfig = Readonly<Record<string, PolicySetting>>

export interface PolicySetting {
  readonly enforcement?: Enforcement | 'disabled'
  /** The policy's own settings. */
  readonly properties: ValueMap
}

/** The facts about the deployment that policies get. */
export interface StackOfPolicies {
  readonly project: string
  /** The instance of a blueprint. */
  readonly stack: string
  /** Only for a program. */
  readonly configured?: ConfiguredStack
}

/** The configuration of a stack: values as text, by `shop:name`. */
export interface ConfiguredStack {
  readonly config: Readonly<Record<string, string>>
  readonly configSecretKeys: readonly string[]
}

/** A pack of policies, whatever process or dialect is behind it. Every method fails with a PluginFailure and nothing else. */
export interface Analyzer {
  /**
   * The resource as the policies have corrected it; `undefined` if they have no objection. Left out if no policy of the pack corrects
   * resources.
   */
  remediate?(resource: AnalyzedResource): Promise<Remedy | undefined>
  analyze(resource: AnalyzedResource): Promise<readonly PolicyViolation[]>
  /** Checks the policies that look at all resources together. */
  analyzeAll(resources: readonly AnalyzedResource[]): Promise<readonly PolicyViolation[]>
}

/** A correction by policies. */
export interface Remedy {
  readonly properties: ValueMap
  readonly told: readonly PolicyViolation[]
}
