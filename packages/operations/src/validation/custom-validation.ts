import {
  aboutSubject,
  expressionAt,
  knownPart,
  type CheckedBlueprint,
  type Plan,
  type PlanStep,
  type ProviderCalls,
  type ValidatedResource,
} from '@slipway/engine'
import {
  containsUnknown,
  Failure,
  PluginFailure,
  hasErrors,
  namespaceOf,
  type Diagnostic,
  type PluginDiagnostic,
} from '@slipway/model'

export interface ValidationRequest {
  readonly plan: Plan
  readonly blueprint: CheckedBlueprint
  readonly calls: Pick<ProviderCalls, 'validate' | 'links' | 'pluginId'>
  readonly parallelism: number
  readonly signal: AbortSignal
}

/**
 * Runs the plugins' own validation of resources that a plan makes or changes, for rules beyond schemas. Unchanged resources have passed before.
 */
export async function validateWithPlugins(request: ValidationRequest): Promise<readonly Diagnostic[]> {
  const steps = request.plan.steps.filter(
    ({ action }) => action === 'create' || action === 'update' || action === 'replace',
  )
  const found: Diagnostic[] = []
  const queue = steps.values()
  const keep = (problem: Diagnostic): void => {
    // At least one error is kept, however late, because an error stops the run.
    if (found.length < mostFound || (problem.severity === 'error' && !hasErrors(found))) found.push(problem)
  }
  const worker = async (): Promise<void> => {
    for (const step of queue) for (const problem of await validateStep(step, request)) keep(problem)
  }
  await Promise.all(Array.from({ length: Math.min(request.parallelism, steps.length) }, worker))
  return found.sort((a, b) => (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0))
}

/**
 * Maximum number of kept problems, above the number shown. It limits memory: each problem may have thousands of characters, and there may be
 * thousands of resources.
 */
const mostFound = 2000

async function validateStep(step: PlanStep, request: ValidationRequest): Promise<readonly Diagnostic[]> {
  const { plan, blueprint } = request
  const { name, type, wish, blocked } = step
  const spec = wish?.spec
  if (spec === undefined || blocked !== undefined) return []
  const configuration = blueprint.resources.get(name)?.options?.provider
  return await validateInPlace({ name, type, spec, configuration }, blueprint, { ...request, instance: plan.instance })
}

/** A plugin's own validation of one resource of a blueprint, with the places in it. */
export async function validateInPlace(
  resource: ValidatedResource,
  blueprint: CheckedBlueprint,
  around: ValidationAround,
): Promise<readonly Diagnostic[]> {
  const { name, type } = resource
  const problems = await problemsOf(resource, around)
  const pluginId = around.calls.pluginId(namespaceOf(type))
  return problems.map((problem) => placed(problem, { name, blueprint, pluginId }))
}

/** Runs a plugin's own validation of one requested resource. */
export async function validateOne(
  resource: ValidatedResource,
  around: ValidationAround,
): Promise<readonly Diagnostic[]> {
  const pluginId = around.calls.pluginId(namespaceOf(resource.type))
  const problems = await problemsOf(resource, around)
  return problems.map((problem) => refusal(problem, resource.name, pluginId))
}

/** The part of a validation's request that is the same for all resources. */
export type ValidationAround = Pick<ValidationRequest, 'calls'> & {
  readonly instance: string
  readonly signal?: AbortSignal | undefined
}

async function problemsOf(resource: ValidatedResource, around: ValidationAround): Promise<readonly PluginDiagnostic[]> {
  const { name: resourceName, type, spec, configuration } = resource
  const { instance: instanceName, calls, signal } = around
  return await calls
    .validate({
      type,
      resourceName,
      instanceName,
      spec: knownPart(spec),
      ...(containsUnknown(spec) ? { isPartial: true, open: spec } : { isPartial: false }),
      options: configuration === undefined ? undefined : { provider: configuration },
    })
    .catch((error: unknown) => {
      throw signal?.aborted === true ? error : aboutCall(error, resource)
    })
}

/** Adds the resource to a failure, such as an unreachable plugin or a spec that is too large to send. */
export function aboutCall(error: unknown, { name, type }: Pick<PlanStep, 'name' | 'type'>): unknown {
  if (error instanceof PluginFailure) return aboutSubject(error, `the validation of ${name}`)
  if (!(error instanceof Failure)) return error
  const { code, message, hint, details } = error
  return new Failure(code, `${name} (${type}): ${message}`, { ...(hint && { hint }), details, cause: error })
}

function placed(
  problem: PluginDiagnostic,
  {
    name,
    blueprint,
    pluginId,
  }: { readonly name: string; readonly pluginId: string } & Pick<ValidationRequest, 'blueprint'>,
): Diagnostic {
  const resource = blueprint.resources.get(name)
  const about = { ...refusal(problem, name, pluginId), file: blueprint.file }
  if (resource === undefined || blueprint.source === undefined) return about
  const { start, end } = expressionAt(resource.spec, stepsOf(problem.path ?? 'spec')).origin
  return { ...about, file: blueprint.source.fileAt(start), range: blueprint.source.range(start, end) }
}

function refusal(
  { severity, message, path = 'spec', hint, method = 'provider.Resource.CustomValidate' }: PluginDiagnostic,
  name: string,
  pluginId: string,
): Diagnostic {
  const words = `${name} (${pluginId}, ${method}): ${message}`
  return {
    code: 'cli/refused-by-plugin',
    severity,
    message: words,
    ...(hint !== undefined && { hint }),
    path: `resources.${name}.${path}`,
  }
}

/** Returns `spec.tags[0].name` as steps below the spec. */
function stepsOf(path: string): (string | number)[] {
  const steps = Array.from(path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g), ([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  )
  return steps[0] === 'spec' ? steps.slice(1) : steps
}
