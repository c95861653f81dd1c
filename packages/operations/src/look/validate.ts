import {
  type Blueprint,
  type CheckedBlueprint,
  type CheckResult,
  type NotLookedAt,
  Unchecked,
  usesBeyondSpecification,
} from '@slipway/engine'
import { type Diagnostic, DiagnosticsFailure, diagnosticsOf } from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import { checkedOrFail, loadBlueprint } from '../loading/load-blueprint.ts'
import { readRoot } from '../loading/read-blueprint.ts'
import { openProject, openStack, type Project } from '../project/project.ts'
import { type BlueprintFile, refuseStack } from '../project/find-blueprint.ts'
import type { Slipway } from '../slipway.ts'
import { mayHaveTasks } from '../tasks/may-have-tasks.ts'
import { lookWithEngine } from '../with-engine.ts'
import { lookAtEach } from './of-instances.ts'
import { outsideOfResources, untrusted } from './not-looked-at.ts'
import { type GraphNode, recordedParts } from './recorded-parts.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import type { VariablesRequest } from '../project/variables.ts'

export interface Validation {
  /** Absolute. */
  readonly file: string
  /**
   * Problems of the blueprint and of the stage tasks beside it. Without an error the blueprint can be deployed, as far as a check without a
   * trial can say. A warning `blueprint/not-checked` names each unchecked part.
   */
  readonly diagnostics: readonly Diagnostic[]
  /** Topics that the diagnostics leave out, because something was missing or because validation never covers them. */
  readonly notLookedAt: readonly NotLookedAt[]
}

/** A request that asks the user nothing. Missing values stay open. */
export interface LookRequest extends Omit<BlueprintRequest, 'ask'> {
  /** The text of the file in an editor. Absent: the text on disk. */
  readonly text?: string
  /** Also report anything outside the public specification: */
  readonly portable?: boolean
}

/**
 * Finds all mistakes of a blueprint that show without a deployment. Values of variables and providers may be missing: parts that need them
 * are not checked, and the result says so.
 */
export async function validate(slipway: Slipway, request: LookRequest = {}, observe = ignore): Promise<Validation> {
  const stack = await openStack(slipway, request, 'looks')
  if (stack !== undefined) {
    const { file } = stack.stackFile
    if (request.portable === true) refuseStack(file)
    const { validateStack } = await import('./of-stacks/look-at-stack.ts')
    const open = async (instance: string) => (await openStack(slipway, { ...request, instance }, 'looks')) ?? stack
    const found = await lookAtEach(stack, file, open, (each) =>
      validateStack(slipway, each, valuesOf(request), observe),
    )
    return { file, ...found }
  }
  const project = await openProject(slipway, request, 'looks')
  const { file } = project.blueprint
  const open = (instance: string) => openProject(slipway, { ...request, instance }, 'looks')
  const found = await lookAtEach(project, file, open, async (each) => {
    const unchecked = new Unchecked()
    const looked = await looselyChecked(slipway, each, { ...request, unchecked }, observe)
    const beyond = request.portable === true ? usesIn(looked.loaded ?? readRoot(each, request.text)) : []
    const notLookedAt = [...unchecked.reasons, ...untrusted(each), ...outside(looked.checked)]
    return { diagnostics: [...looked.diagnostics, ...beyond], notLookedAt }
  })
  return { file, ...found, diagnostics: [...found.diagnostics, ...(await taskDiagnostics(project))] }
}

/** Uses of features beyond the specification. Checks each text of a blueprint and its children once. */
function usesIn(blueprint: Blueprint): readonly Diagnostic[] {
  const texts = new Map(
    (blueprint.parts ?? [{ blueprint }]).map((part) => [part.blueprint.source.file, part.blueprint]),
  )
  return [...texts.values()].flatMap(({ source }) => usesBeyondSpecification(source.file, source.text))
}

/** The request for values, without `ask`: a check never asks the user. */
function valuesOf({ variables, variableFiles, variableLabel }: LookRequest): VariablesRequest {
  return {
    ...(variables && { variables }),
    ...(variableFiles && { variableFiles }),
    ...(variableLabel && { variableLabel }),
  }
}

/** Topics that only a plan or a deployment can check. */
function outside(checked: CheckedBlueprint | undefined): readonly NotLookedAt[] {
  const { resources, dataSources } = checked ?? {}
  return [
    ...(resources?.size ? outsideOfResources : []),
    ...(dataSources?.size
      ? [{ what: 'what data sources answer, which "slipway plan" reads', why: 'outside' as const }]
      : []),
  ]
}

export interface ResourceGraph {
  /** In text order. */
  readonly resources: readonly GraphNode[]
  /** Links; each depends on both its ends. */
  readonly links: readonly GraphNode[]
}

/** The resources of a blueprint and their dependencies. Tolerates missing values and providers, like `validate`. */
export async function resourceGraph(
  slipway: Slipway,
  request: LookRequest = {},
  observe = ignore,
): Promise<ResourceGraph> {
  const stack = await openStack(slipway, request, 'looks')
  if (stack !== undefined) {
    const { graphOfStack } = await import('./of-stacks/look-at-stack.ts')
    return { resources: await graphOfStack(slipway, stack, valuesOf(request), observe), links: [] }
  }
  const project = await openProject(slipway, request, 'looks')
  const { checked, diagnostics, parts = [] } = await looselyChecked(slipway, project, request, observe)
  if (checked === undefined) throw new DiagnosticsFailure(diagnostics)
  if (diagnostics.length > 0) observe({ type: 'warnings', diagnostics })
  const { resources, links = [] } = checked
  return {
    resources: [
      ...resources
        .values()
        .map(({ name, type, dependsOn, links: read = [] }) => ({ name, type, dependsOn: [...dependsOn, ...read] })),
      ...parts,
    ],
    links: links.map(({ name, type, a, b }) => ({ name, type, dependsOn: [a, b] })),
  }
}

/** Returns a blueprint that passes all checks. Fails with its diagnostics. */
export async function check(
  slipway: Slipway,
  request: BlueprintRequest = {},
  observe = ignore,
): Promise<CheckedBlueprint> {
  const project = await openProject(slipway, request, 'runs')
  const loaded = await loadBlueprint(slipway, project, request, observe)
  return lookWithEngine(slipway, project, observe, (engine) => checkedOrFail(engine, loaded, observe))
}

function looselyChecked(
  slipway: Slipway,
  project: Project & { readonly blueprint: BlueprintFile },
  request: LookRequest & Pick<BlueprintRequest, 'ask'> & { readonly unchecked?: Unchecked },
  observe: Observer,
): Promise<CheckResult & { readonly parts?: readonly GraphNode[]; readonly loaded?: Blueprint }> {
  const { ask: _, unchecked = new Unchecked(), ...unasked } = request
  return lookWithEngine(slipway, project, observe, async (engine) => {
    try {
      const { blueprint, variables } = await loadBlueprint(slipway, project, unasked, observe, unchecked)
      const result = await engine.check(blueprint, variables, { unchecked })
      return { ...result, loaded: blueprint, parts: await recordedParts(engine, project, result.checked) }
    } catch (error) {
      const diagnostics = diagnosticsOf(error)
      if (diagnostics === undefined) throw error
      return { diagnostics }
    }
  })
}

async function taskDiagnostics(project: Project): Promise<readonly Diagnostic[]> {
  if (!mayHaveTasks(project)) return []
  const [{ taskDirectories }, { readOrder }] = await Promise.all([
    import('../tasks/find-plugins.ts'),
    import('../tasks/read-order.ts'),
  ])
  return readOrder(taskDirectories(project.folders.project, project.settings), project.files).diagnostics
}
