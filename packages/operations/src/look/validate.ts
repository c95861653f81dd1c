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
   * Of the blueprint, and of the stage tasks beside it. Without an error among them the blueprint can be deployed, as far as that
   * can be known without trying; a warning `blueprint/not-checked` says what could not be.
   */
  readonly diagnostics: readonly Diagnostic[]
  /** Topics that these diagnostics leave out, because something was missing, or because a validation never looks there. */
  readonly notLookedAt: readonly NotLookedAt[]
}

/** A request without questions: what is missing is left open. */
export interface LookRequest extends Omit<BlueprintRequest, 'ask'> {
  /** Of the file, as an editor has it; absent: as it lies on the disk. */
  readonly text?: string
  /** Also what the public specification does not have is a diagnostic: `blueprint/beyond-specification`. */
  readonly portable?: boolean
}

/**
 * Everything that can be known to be wrong with a blueprint without deploying it. Values of variables and providers may be
 * missing: what needs them is not checked, and that is said.
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

/** In each text of a blueprint and its children, once. */
function usesIn(blueprint: Blueprint): readonly Diagnostic[] {
  const texts = new Map(
    (blueprint.parts ?? [{ blueprint }]).map((part) => [part.blueprint.source.file, part.blueprint]),
  )
  return [...texts.values()].flatMap(({ source }) => usesBeyondSpecification(source.file, source.text))
}

/** Nobody is asked for values, whoever calls. */
function valuesOf({ variables, variableFiles, variableLabel }: LookRequest): VariablesRequest {
  return {
    ...(variables && { variables }),
    ...(variableFiles && { variableFiles }),
    ...(variableLabel && { variableLabel }),
  }
}

/** What only a plan or a deployment meets. */
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
  /** In the order of the text. */
  readonly resources: readonly GraphNode[]
  /** Each depends on both of its ends. */
  readonly links: readonly GraphNode[]
}

/** The resources of a blueprint and what they depend on. Does without values and providers as `validate` does. */
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

/** A blueprint that has passed all checks. Fails with what is wrong in it. */
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
