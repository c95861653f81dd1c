import { Failure, jsonProblem, shapeProblems } from '@slipway/model'
import { isTooDeep } from '../deployments/deployment.ts'
import { addressText, moduleSteps, readProvider } from './addresses.ts'
import { isExactNumber, parseExact } from './exact-json.ts'
import { stateShape } from './state-shape.ts'

/** A state of Terraform or OpenTofu, version 4. */
export interface TerraformState {
  readonly version: 4
  readonly terraform_version?: string
  readonly serial: number
  readonly lineage: string
  readonly outputs?: Readonly<Record<string, StateOutput>> | null
  readonly resources?: readonly StateResource[] | null
  readonly check_results?: unknown
}

export interface StateOutput {
  readonly value: unknown
  readonly type?: unknown
  readonly sensitive?: boolean
}

/** A resource with all its instances. */
export interface StateResource {
  readonly module?: string
  readonly mode: 'managed' | 'data'
  readonly type: string
  readonly name: string
  /** `provider["registry.terraform.io/hashicorp/local"]`; absent if each instance names its own. */
  readonly provider?: string
  readonly instances: readonly StateInstance[]
}

export interface StateInstance {
  readonly index_key?: string | number
  readonly status?: '' | 'tainted'
  /** The key of an object that has been replaced and is still there. */
  readonly deposed?: string
  /** An instance of a provider, with its key: `provider["registry.opentofu.org/hashicorp/local"].all["a"]`. */
  readonly provider?: string
  readonly schema_version: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly sensitive_attributes?: readonly StatePath[] | null
  /** In base64. */
  readonly private?: string | null
  /** Addresses without keys. */
  readonly dependencies?: readonly string[] | null
  /** Addresses with keys, of old versions. */
  readonly depends_on?: readonly string[] | null
  readonly create_before_destroy?: boolean
  readonly skip_destroy?: boolean
  readonly identity_schema_version?: number
  readonly identity?: Readonly<Record<string, unknown>> | null
}

export type StatePath = readonly { readonly type: 'get_attr' | 'index'; readonly value: unknown }[]

/** The parts of a state that no record holds, as an instance keeps them for an export. */
export interface RestOfState {
  readonly outputs?: Readonly<Record<string, StateOutput>>
  readonly resources?: readonly StateResource[]
  readonly check_results?: unknown
  /** By the names of records: a record that replaces one from the state does not know its address. */
  readonly addresses?: Readonly<Record<string, FormerAddress>>
}

/** The words of a state for a resource that was taken from it. */
export interface FormerAddress {
  readonly address: string
  readonly provider: string
}

/** The provider whose resources live in the state alone. No plugin has it. */
export const builtInSource = 'terraform.io/builtin/terraform'

/** True for text that may be a state of Terraform. */
export function seemsTerraformState(text: string): boolean {
  if (!/^\s*\{/.test(text) || text.includes('"slipway-state"')) return false
  const head = text.slice(0, 2000)
  return /"(lineage|terraform_version|encrypted_data)"\s*:/.test(head) && /"(version|serial)"\s*:/.test(head)
}

/**
 * Reads a state: `terraform.tfstate`, or what `terraform state pull` prints.
 *
 * @throws Failure `state/bad-import`, naming each resource that cannot be read whole
 */
export function readTerraformState(text: string): TerraformState {
  let document: unknown
  try {
    document = parseExact(text)
  } catch (error) {
    throw badState([error instanceof RangeError ? 'it is nested too deep' : jsonProblem(error)])
  }
  if (isTooDeep(document)) throw badState(['it is nested too deep'])
  if (typeof document !== 'object' || document === null || Array.isArray(document)) throw badState(['it must be a map'])
  refuseOthers(document as Readonly<Record<string, unknown>>)
  const { error } = stateShape.safeParse(document)
  if (error !== undefined) throw badState([...new Set(namedProblems(error.issues, document))])
  const state = document as TerraformState
  const all = [...(state.resources ?? []).flatMap(problemsOf), ...twice(state)]
  if (all.length > 0) throw badState(all)
  return state
}

/** Refuses versions that are not known, and states that are encrypted. */
function refuseOthers(document: Readonly<Record<string, unknown>>): void {
  if (document['encrypted_data'] !== undefined)
    throw badState(
      ['it is encrypted'],
      'write the state in plain text into a file with "tofu state pull", import that, and remove it',
    )
  const { version } = document
  if (version === 4) return
  const said = isExactNumber(version) ? version.rawJSON : (JSON.stringify(version) ?? 'missing')
  throw badState(
    [`its version is ${said.slice(0, 40)}, but Slipway knows only 4`],
    Number(said) > 4
      ? 'a newer Slipway may know it'
      : 'an older state becomes one of version 4 by "terraform apply -refresh-only" of Terraform 0.13 or later',
  )
}

/** The problems of a shape, with addresses of resources instead of their positions. */
function namedProblems(issues: Parameters<typeof shapeProblems>[0], document: unknown): readonly string[] {
  return issues.flatMap((issue) => {
    const [root, index, inside, at] = issue.path
    if (root !== 'resources' || typeof index !== 'number') return shapeProblems([issue])
    const resource = partOf(partOf(document, 'resources'), index)
    const instance = inside === 'instances' && typeof at === 'number' ? partOf(partOf(resource, inside), at) : undefined
    const name = nameOf(resource, instance)
    if (name === undefined) return shapeProblems([issue])
    const path = issue.path.slice(instance === undefined ? 2 : 4)
    const what = partOf(instance, 'attributes_flat') === undefined ? shapeProblems([{ ...issue, path }]) : [halfRead]
    return what.map((problem) => `${name}: ${problem}`)
  })
}

const halfRead =
  'it is recorded in the form of Terraform 0.11, which only its provider can read: apply it once with Terraform first'

function partOf(whole: unknown, key: PropertyKey): unknown {
  return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, key)
    ? (whole as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined
}

function nameOf(resource: unknown, instance: unknown): string | undefined {
  const [module, mode, type, name] = ['module', 'mode', 'type', 'name'].map((key) => partOf(resource, key))
  if (typeof type !== 'string' || typeof name !== 'string') return undefined
  const key = partOf(instance, 'index_key')
  return addressText({
    module: typeof module === 'string' ? module : undefined,
    mode: mode === 'data' ? 'data' : 'managed',
    type,
    name,
    key: typeof key === 'string' || typeof key === 'number' ? key : undefined,
  }).slice(0, 500)
}

/** The configuration of the provider of an instance; empty for a resource without instances that names none. */
export function providerOf({ provider = '' }: StateResource, instance: StateInstance | undefined): string {
  return instance?.provider ?? provider
}

function problemsOf(resource: StateResource): readonly string[] {
  const { module = '', instances } = resource
  const name = addressText({ ...resource })
  const providers = new Set(
    instances.length === 0 ? [resource.provider ?? ''] : instances.map((each) => providerOf(resource, each)),
  )
  const unmarked = instances.filter(({ sensitive_attributes: paths }) =>
    (paths ?? []).some((path) => path[0]?.type !== 'get_attr'),
  )
  return [
    ...(moduleSteps(module) === undefined ? [`${name}: "${module}" is not the path of a module`] : []),
    ...[...providers].flatMap((provider) => {
      if (readProvider(provider) !== undefined) return []
      return [
        `${name}: ${provider === '' ? 'provider is missing' : `${provider.slice(0, 300)} does not name a provider`}`,
      ]
    }),
    ...unmarked.map(
      ({ index_key: key }) => `${addressText({ ...resource, key })}: a sensitive path names no attribute`,
    ),
  ]
}

/** Addresses that stand there twice. Only replaced objects share one. */
function twice({ resources }: TerraformState): readonly string[] {
  const known = new Set<string>()
  return (resources ?? []).flatMap((resource) =>
    resource.instances.flatMap(({ index_key: key, deposed = '' }) => {
      const address = addressText({ ...resource, key })
      const isKnown = known.has(`${address} ${deposed}`)
      known.add(`${address} ${deposed}`)
      return isKnown ? [`it has ${address} twice`] : []
    }),
  )
}

export function badState(
  problems: readonly string[],
  hint = 'use a terraform.tfstate, or the output of "terraform state pull"',
): Failure {
  const [first = '', ...details] = problems
  return new Failure('state/bad-import', `this is not a state of Terraform that can be imported: ${first}`, {
    details: details.slice(0, 20),
    hint,
  })
}
