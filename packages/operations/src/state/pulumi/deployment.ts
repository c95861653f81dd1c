import { Failure, messageOf } from '@slipway/model'

/** A state of Pulumi, version 3, as far as Slipway reads and writes it. */
export interface Deployment {
  readonly manifest: { readonly time: string; readonly magic: string; readonly version: string }
  readonly secrets_providers?: { readonly type?: string; readonly state?: Readonly<Record<string, unknown>> }
  readonly resources?: readonly PulumiResource[]
  readonly pending_operations?: readonly { readonly resource: PulumiResource; readonly type: string }[]
}

export interface PulumiResource {
  readonly urn: string
  readonly custom: boolean
  readonly id?: string
  readonly type: string
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly outputs?: Readonly<Record<string, unknown>>
  readonly parent?: string
  readonly dependencies?: readonly string[]
  /** `<urn>::<id>` */
  readonly provider?: string
  readonly delete?: boolean
  readonly retainOnDelete?: boolean
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>
  /** It was only read. */
  readonly external?: boolean
  readonly protect?: boolean
  readonly initErrors?: readonly string[]
  readonly created?: string
  readonly modified?: string
}

/**
 * Reads what `pulumi stack export` prints (`deployment`), or the file of a stack (`checkpoint`).
 *
 * @throws Failure `state/bad-import`
 */
export function readDeployment(text: string): Deployment {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw badImport(messageOf(error))
  }
  if (!isRecord(document)) throw badImport('it is no object')
  const { version, deployment, checkpoint } = document
  if (version !== 3) throw badImport(`its version is ${JSON.stringify(version)}, and Slipway knows 3`)
  const found = isRecord(checkpoint) ? checkpoint['latest'] : deployment
  if (!isRecord(found)) throw badImport('it has neither a deployment nor a checkpoint')
  const { resources = [], pending_operations: pending = [] } = found
  const list = [...listOf(resources), ...listOf(pending).map((each) => (isRecord(each) ? each['resource'] : each))]
  const wrong = list.findIndex(
    (each) => !isRecord(each) || typeof each['urn'] !== 'string' || typeof each['type'] !== 'string',
  )
  if (wrong !== -1) throw badImport(`resource ${wrong} has no urn or no type`)
  return found as unknown as Deployment
}

/** True for text that may be one. */
export function seemsDeployment(text: string): boolean {
  return (
    /^\s*\{/.test(text) && /"(deployment|checkpoint)"\s*:/.test(text.slice(0, 400)) && !text.includes('"slipway-state"')
  )
}

/** The last part of a URN, which is the name of its resource. */
export function nameIn(urn: string): string {
  return urn.split('::').slice(3).join('::')
}

function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw badImport('its resources are no list')
  return value as readonly unknown[]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function badImport(problem: string): Failure {
  return new Failure('state/bad-import', `this is no state of Pulumi that can be imported: ${problem}`, {
    hint: 'use what "pulumi stack export --show-secrets" prints',
  })
}
