import { bareName, type CheckedLink, type LinkStep, type PlanStep } from '@slipway/engine'
import {
  endsOfLinkType,
  namespaceOf,
  valueMap,
  type Diagnostic,
  type LinkContext,
  type Scalar,
  type Value,
} from '@slipway/model'
import { aboutCall, knownPart, type ValidationRequest } from './custom-validation.ts'

/** The plugins' own validation of the links that a plan makes or changes. */
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
  { blueprint, catalog, deadlineMs, signal }: ValidationRequest,
): Promise<readonly Diagnostic[]> {
  const { links } = await catalog.provider(link.namespace)
  if (links === undefined) return []
  const annotations = Object.fromEntries([...annotationsOf(a, link), ...annotationsOf(b, link)])
  const problems = await links
    .validate(
      { type: link.type, a: endOf(a), b: endOf(b), annotations, context: contextOf(link, blueprint, catalog) },
      { signal, deadlineMs },
    )
    .catch((error: unknown) => {
      throw signal.aborted ? error : aboutCall(error, { name: `the link ${step.name}`, type: link.type })
    })
  const place = placeOf(link, blueprint)
  return problems.map(({ severity, message }) =>
    Object.assign({ code: 'cli/refused-by-plugin', severity, message: `the link ${step.name}: ${message}` }, place),
  )
}

function endOf({ name, type, desired = valueMap() }: PlanStep) {
  return { resourceName: bareName(name), type, spec: knownPart(desired) }
}

function placeOf(
  { origin }: CheckedLink,
  { source, file }: ValidationRequest['blueprint'],
): Pick<Diagnostic, 'file' | 'range'> {
  if (source === undefined) return { file }
  return { file: source.fileAt(origin.start), range: source.range(origin.start, origin.end) }
}

/** Those that the link has declared, by the keys that it declared them under. */
function annotationsOf(step: PlanStep, { definition, a, b }: CheckedLink): readonly (readonly [string, Value])[] {
  const other = bareName(step.name === a ? b : a)
  const given = step.metadata?.annotations ?? {}
  return Object.keys(definition.annotations).flatMap((key) => {
    const at = key.indexOf('::')
    const value = given[key.slice(at + 2).replace('<resourceName>', other)]
    return key.slice(0, at) !== step.type || value === undefined ? [] : [[key, value] as const]
  })
}

function contextOf(
  { type, namespace, a, b }: CheckedLink,
  { resources }: ValidationRequest['blueprint'],
  catalog: ValidationRequest['catalog'],
): LinkContext {
  const [typeA, typeB] = (endsOfLinkType(type) ?? []).map(namespaceOf)
  const configured = new Map([
    [typeB, resources.get(b)?.options?.provider],
    [typeA, resources.get(a)?.options?.provider],
  ])
  const config: Record<string, Readonly<Record<string, Scalar>>> = {}
  for (const one of new Set([namespace, typeA, typeB]))
    if (one !== undefined) config[one] = catalog.context(one, configured.get(one)).config
  return { config, variables: catalog.context(namespace).variables }
}
