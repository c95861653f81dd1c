import { bareName, type CheckedLink, knownPart, type LinkStep, type PlanStep } from '@slipway/engine'
import { valueMap, type Diagnostic, type Value } from '@slipway/model'
import { aboutCall, type ValidationRequest } from './custom-validation.ts'

/** Runs the plugins' own validation of the links that a plan makes or changes. */
export async function validateLinks(request: ValidationRequest): Promise<readonly Diagnostic[]> {
  const { plan, blueprint } = request
  const links = new Map(blueprint.links?.map((link) => [link.name, link]))
  const steps = new Map(plan.steps.map((step) => [step.name, step]))
  const found: Diagnostic[] = []
  for (const step of plan.links ?? []) {
    const link = links.get(step.name)
    const [a, b] = [steps.get(step.a), steps.get(step.b)]
    if (link === undefined || a === undefined || b === undefined) continue
    if (step.action === 'create' || step.action === 'update')
      found.push(...(await validateLink(step, link, a, b, request)))
  }
  return found
}

async function validateLink(
  step: LinkStep,
  link: CheckedLink,
  a: PlanStep,
  b: PlanStep,
  { blueprint, calls, signal }: ValidationRequest,
): Promise<readonly Diagnostic[]> {
  const annotations = Object.fromEntries([...annotationsOf(a, link), ...annotationsOf(b, link)])
  const ends = { a: endOf(a, blueprint), b: endOf(b, blueprint) }
  const problems = await calls.links
    .validate({ type: link.type, linkName: step.name, ...ends, annotations })
    .catch((error: unknown) => {
      throw signal.aborted ? error : aboutCall(error, { name: `the link ${step.name}`, type: link.type })
    })
  const place = placeOf(link, blueprint)
  const about = `the link ${step.name} (${calls.pluginId(link.namespace)}, provider.Link.ValidateLink)`
  return problems.map(({ severity, message, hint }) =>
    Object.assign(
      { code: 'cli/refused-by-plugin', severity, message: `${about}: ${message}` },
      hint && { hint },
      place,
    ),
  )
}

function endOf(
  { name, type, wish: { spec = valueMap() } = {} }: PlanStep,
  { resources }: ValidationRequest['blueprint'],
) {
  const configuration = resources.get(name)?.options?.provider
  const end = { resourceName: bareName(name), type, spec: knownPart(spec) }
  return configuration === undefined ? end : { ...end, configuration }
}

function placeOf(
  { origin }: CheckedLink,
  { source, file }: ValidationRequest['blueprint'],
): Pick<Diagnostic, 'file' | 'range'> {
  if (source === undefined) return { file }
  return { file: source.fileAt(origin.start), range: source.range(origin.start, origin.end) }
}

/** Returns the annotations that the link declares, by declared key. */
function annotationsOf(step: PlanStep, { definition, a, b }: CheckedLink): readonly (readonly [string, Value])[] {
  const other = bareName(step.name === a ? b : a)
  const given = step.wish?.metadata?.annotations ?? {}
  return Object.keys(definition.annotations).flatMap((key) => {
    const at = key.indexOf('::')
    const value = given[key.slice(at + 2).replace('<resourceName>', other)]
    return key.slice(0, at) !== step.type || value === undefined ? [] : [[key, value] as const]
  })
}
