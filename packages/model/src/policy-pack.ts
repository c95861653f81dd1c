import type { ValueMap } from './value.ts'

/** A resource as a policy sees it. */
export interface AnalyzedResource {
  readonly type: string
  readonly name: string
  readonly instance: string
  /** As far as they are known; secrets are marked. */
  readonly properties: ValueMap
  /** Names of the resources that it needs. */
  readonly dependsOn: readonly string[]
  readonly options?: AnalyzedOptions
  /** How a program, or the plugin of a component, calls it; left out: its name and its type are all there is. */
  readonly identity?: AnalyzedIdentity
  /** `undefined`: nothing configured is behind it, as behind a component. Left out: not known. */
  readonly provider?: AnalyzedProvider | undefined
}

/** What people have said of a resource besides what it is. */
export interface AnalyzedOptions {
  readonly protect?: boolean
  readonly ignoreChanges?: readonly string[]
  readonly aliases?: readonly string[]
  readonly additionalSecretOutputs?: readonly string[]
  readonly destroyFirst?: boolean
  /** Name of a configuration of its provider. */
  readonly provider?: string
  /** In milliseconds. */
  readonly timeouts?: {
    readonly create?: number
    readonly update?: number
    readonly destroy?: number
    readonly read?: number
  }
}

/** Everything here is a URN. */
export interface AnalyzedIdentity {
  readonly urn: string
  readonly parent: string | undefined
  readonly dependencies: readonly string[]
  /** By the name of an input: what it came from. */
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>
}

/** The configuration of a provider. */
export interface AnalyzedProvider {
  /** Left out: it is called as its type and its name say. */
  readonly urn?: string
  readonly name: string
  readonly properties: ValueMap
}

/** `mandatory` stops a run before anything is changed; `advisory` is told, and so is what `remediate` has put right. */
export type Enforcement = 'advisory' | 'mandatory' | 'remediate'

export interface PolicyViolation {
  readonly pack: string
  readonly policy: string
  readonly enforcement: Enforcement
  /** Of the resource; empty for one that is about all of them together. */
  readonly name: string
  readonly message: string
}

/** The setting of each policy of a pack, by name; `all` stands for those that are not named. */
export type PolicyConfig = Readonly<Record<string, PolicySetting>>

export interface PolicySetting {
  readonly enforcement?: Enforcement | 'disabled'
  /** Of the policy's own. */
  readonly properties: ValueMap
}

/** The facts that policies get about the deployment. */
export interface StackOfPolicies {
  readonly project: string
  /** The instance of a blueprint. */
  readonly stack: string
  /** Of a program. */
  readonly configured?: ConfiguredStack
}

/** How a stack is configured: values as text, by `shop:name`. */
export interface ConfiguredStack {
  readonly config: Readonly<Record<string, string>>
  readonly configSecretKeys: readonly string[]
}

/** A pack of policies, whatever process or dialect is behind it. Every method fails with a PluginFailure and nothing else. */
export interface Analyzer {
  /** A resource as policies have put it right; `undefined` when they have nothing against it. Left out: none does so. */
  remediate?(resource: AnalyzedResource): Promise<Remedy | undefined>
  analyze(resource: AnalyzedResource): Promise<readonly PolicyViolation[]>
  /** For policies about how resources stand to each other. */
  analyzeAll(resources: readonly AnalyzedResource[]): Promise<readonly PolicyViolation[]>
}

/** What policies have put right. */
export interface Remedy {
  readonly properties: ValueMap
  readonly told: readonly PolicyViolation[]
}
