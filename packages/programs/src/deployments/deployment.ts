import { Failure, jsonProblem, shapeProblems } from '@slipway/model'
import { deploymentShape } from './deployment-shape.ts'

/** A Pulumi state, version 3 or 4, with the fields that Slipway reads and writes. */
export interface Deployment {
  readonly manifest: { readonly time: string; readonly magic: string; readonly version: string }
  readonly secrets_providers?: { readonly type?: string; readonly state?: Readonly<Record<string, unknown>> }
  readonly resources?: readonly PulumiResource[]
  readonly pending_operations?: readonly { readonly resource: PulumiResource; readonly type: string }[]
  /** Extensions by the resources' references. */
  readonly extensions?: Readonly<Record<string, PulumiExtension>> | null
}

/** The parameters for a plugin to serve an additional package. */
export interface PulumiExtension {
  readonly name: string
  readonly version: string
  /** In base64. */
  readonly value?: string | null
}

export interface PulumiResource {
  readonly urn: string
  readonly custom: boolean
  readonly id?: string
  readonly type: string
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly outputs?: Readonly<Record<string, unknown>>
  readonly parent?: string | null
  readonly dependencies?: readonly string[] | null
  /** `<urn>::<id>` */
  readonly provider?: string | null
  /** Reference to the parameters of its package, if not the plugin's own package. */
  readonly extensionRef?: string | null
  readonly delete?: boolean
  readonly retainOnDelete?: boolean
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>> | null
  /** True for a resource that is only read. */
  readonly external?: boolean
  readonly protect?: boolean
  readonly initErrors?: readonly string[]
  /** True if it must be read before each change. */
  readonly refreshBeforeUpdate?: boolean
  readonly created?: string | null
  readonly modified?: string | null
  readonly deletedWith?: string
  readonly importID?: string | null
  /** Seconds. */
  readonly customTimeouts?: Readonly<Record<string, number>> | null
  readonly additionalSecretOutputs?: readonly string[] | null
  readonly ignoreChanges?: readonly string[] | null
  readonly replaceOnChanges?: readonly string[] | null
  readonly replaceWith?: readonly string[] | null
  /** Paths as steps. */
  readonly hideDiff?: readonly (string | readonly (string | number)[])[] | null
  /** Its possible earlier URNs. */
  readonly aliases?: readonly string[] | null
  /** It was destroyed to free its slot for a successor that does not exist yet. */
  readonly pendingReplacement?: boolean
  /** True if it must be replaced. */
  readonly taint?: boolean
  /** URN of the resource that it is a part of. It is no resource by itself. */
  readonly viewOf?: string
  readonly replacementTrigger?: unknown
  /** Names by moment: `BeforeCreate`. */
  readonly resourceHooks?: Readonly<Record<string, readonly string[]>> | null
}

/** The features that version 4 of a state adds to version 3. Each is imported, or reported as left out. */
const knownFeatures: ReadonlySet<unknown> = new Set([
  'refreshBeforeUpdate',
  'views',
  'hooks',
  'taint',
  'replaceWith',
  'byteString',
  'extensionParameterization',
])

/** Maximum nesting of maps and lists: more than any real state has, and safe for recursion. */
const deepest = 100

/**
 * Reads the output of `pulumi stack export` (`deployment`), or the file of a stack (`checkpoint`).
 *
 * @throws Failure `state/bad-import`
 */
export function readDeployment(text: string): Deployment {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw badImport([jsonProblem(error)])
  }
  if (isTooDeep(document)) throw badImport([`it is nested deeper than ${deepest} levels`])
  if (!isRecord(document)) throw badImport(['it must be a map'])
  const { version, features, deployment, checkpoint } = document
  if (version !== 3 && version !== 4)
    throw badImport([`its version is ${JSON.stringify(version)}, but Slipway knows only 3 and 4`])
  const strange = (Array.isArray(features) ? features : []).filter((feature) => !knownFeatures.has(feature))
  if (strange.length > 0)
    throw badImport([`it has fields that Slipway does not know: ${JSON.stringify(strange.slice(0, 10))}`])
  const found = isRecord(checkpoint) ? checkpoint['latest'] : deployment
  if (!isRecord(found)) throw badImport(['it has neither a deployment nor a checkpoint'])
  const { error } = deploymentShape.safeParse(found)
  if (error !== undefined) throw badImport(shapeProblems(error.issues))
  return found as unknown as Deployment
}

/** True for a value that is nested too deep. Works level by level, because recursion could overflow. */
export function isTooDeep(value: unknown): boolean {
  let found: unknown[] = [value]
  for (let level = 0; found.length > 0; level++) {
    if (level > deepest) return true
    found = found.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** True for a text that may be a Pulumi state. */
export function seemsDeployment(text: string): boolean {
  return (
    /^\s*\{/.test(text) && /"(deployment|checkpoint)"\s*:/.test(text.slice(0, 400)) && !text.includes('"slipway-state"')
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function badImport(
  problems: readonly string[],
  hint = 'use the output of "pulumi stack export --show-secrets"',
): Failure {
  const [first = '', ...details] = problems
  return new Failure('state/bad-import', `this is not a Pulumi state that can be imported: ${first}`, {
    details: details.slice(0, 20),
    hint,
  })
}
