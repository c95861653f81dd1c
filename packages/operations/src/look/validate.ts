import {
  type Blueprint,
  type CheckedBlueprint,
  type CheckResult,
  type NotLookedAt,
  ProviderCalls,
  Unchecked,
  usesBeyondSpecification,
} from '@slipway/engine'
import { type Diagnostic, DiagnosticsFailure, diagnosticsOf, hasErrors, namespaceOf } from '@slipway/model'
import type { EnginePart } from '../engine/engine-part.ts'
import { ignore, type Observer } from '../events.ts'
import { checkedOrFail, loadBlueprint } from '../loading/load-blueprint.ts'
import { readRoot } from '../loading/read-blueprint.ts'
import { openProject, openStack, type Project } from '../project/project.ts'
import { type BlueprintFile, refuseStack } from '../project/find-blueprint.ts'
import type { Slipway } from '../slipway.ts'
import { mayHaveTasks } from '../tasks/may-have-tasks.ts'
import { lookWithEngine } from '../with-engine.ts'
import { lookAtEach } from './of-instances.ts'
import { outsideOfResources, rulesOfPlugins, untrusted } from './not-looked-at.ts'
import { type GraphNode, recordedParts } from './recorded-parts.ts'
import type { AskedUnconfigured } from '../validation/unconfigured.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import type { VariablesRequest } from '../project/variables.ts'

export interface Validation {
  /** Absolute. */
  readonly file: string
  /**
   * The problems of the blueprint and of the stage tasks beside it. A blueprint without an error can be deployed, as far as a check can tell without
   * a deployment. A warning `blueprint/not-checked` names each unchecked part.
   */
  readonly diagnostics: readonly Diagnostic[]
  /** Topics that the diagnostics leave out, because something was missing or because validation never covers them. */
  readonly notLookedAt: readonly NotLookedAt[]
}

/** A request of a command that asks the user nothing. Missing values stay open. */
export interface LookRequest extends Omit<BlueprintRequest, 'ask'> {
  /** The text of the file in an editor. Absent: the text on disk. */
  readonly text?: string
  /** Whether to also report everything outside the public specification. */
  readonly portable?: boolean
}

/**
 * Finds all mistakes of a blueprint that show without a deployment. Values of variables and providers may be missing: parts that need them
 * are not checked, and the result says so.
 */
export async function validate(slipway: Slipway, request: LookRequest = {}, observe = ignore): Promise<Validation> {
  const stack = await openStack(slipway, request, 'checks')
  if (stack !== undefined) {
    const { file } = stack.stackFile
    if (request.portable === true) refuseStack(file)
    const { validateStack } = await import('./of-stacks/look-at-stack.ts')
    const open = async (instance: string) => (await openStack(slipway, { ...request, instance }, 'checks')) ?? stack
    const found = await lookAtEach(stack, file, open, (each) =>
      validateStack(slipway, each, valuesOf(request), observe),
    )
    return { file, ...found }
  }
  const project = await openProject(slipway, request, 'checks')
  const { file } = project.blueprint
  const open = (instance: string) => openProject(slipway, { ...request, instance }, 'checks')
  const found = await lookAtEach(project, file, open, async (each) => {
    const unchecked = new Unchecked()
    const looked = await looselyChecked(slipway, each, { ...request, unchecked, asksProviders: true }, observe)
    const beyond = request.portable === true ? usesIn(looked.loaded ?? readRoot(each, request.text)) : []
    const notLookedAt = [...unchecked.reasons, ...untrusted(each), ...outside(looked)]
    return { diagnostics: [...looked.diagnostics, ...beyond], notLookedAt }
  })
  return { file, ...found, diagnostics: [...found.diagnostics, ...(await taskDiagnostics(project))] }
}

/** Returns the uses of features beyond the specification. Checks each text of a blueprint and its children once. */
function usesIn(blueprint: Blueprint): readonly Diagnostic[] {
  const texts = new Map(
    (blueprint.parts ?? [{ blueprint }]).map((part) => [part.blueprint.source.file, part.blueprint]),
  )
  return [...texts.values()].flatMap(({ source }) => usesBeyondSpecification(source.file, source.text))
}

/** Returns the request for values, without `ask`, because a check never asks the user. */
function valuesOf({ variables, variableFiles, variableLabel }: LookRequest): VariablesRequest {
  return {
    ...(variables && { variables }),
    ...(variableFiles && { variableFiles }),
    ...(variableLabel && { variableLabel }),
  }
}

/** Returns the topics that only a plan or a deployment can check. */
function outside({ checked, asked }: Looked): readonly NotLookedAt[] {
  const { resources, dataSources } = checked ?? {}
  const isLeft = resources?.values().some(({ type }) => asked?.has(namespaceOf(type)) !== true)
  return [
    ...(resources?.size ? outsideOfResources : []),
    ...(isLeft === true ? rulesOfPlugins : []),
    ...(dataSources?.size
      ? [{ what: 'the answers of data sources, which "slipway plan" reads', why: 'outside' as const }]
      : []),
  ]
}

export interface ResourceGraph {
  /** The resources in text order. */
  readonly resources: readonly GraphNode[]
  /** The links. Each link depends on both its ends. */
  readonly links: readonly GraphNode[]
}

/** Returns the resources of a blueprint and their dependencies. Tolerates missing values and providers, like `validate`. */
export async function resourceGraph(
  slipway: Slipway,
  request: LookRequest = {},
  observe = ignore,
): Promise<ResourceGraph> {
  const stack = await openStack(slipway, request, 'checks')
  if (stack !== undefined) {
    const { graphOfStack } = await import('./of-stacks/look-at-stack.ts')
    return { resources: await graphOfStack(slipway, stack, valuesOf(request), observe), links: [] }
  }
  const project = await openProject(slipway, request, 'checks')
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

interface Looked extends CheckResult {
  readonly parts?: readonly GraphNode[]
  readonly loaded?: Blueprint
  /** The namespaces of the providers that have also checked the blueprint. */
  readonly asked?: ReadonlySet<string> | undefined
}

function looselyChecked(
  slipway: Slipway,
  project: Project & { readonly blueprint: BlueprintFile },
  request: LookRequest &
    Pick<BlueprintRequest, 'ask'> & { readonly unchecked?: Unchecked; readonly asksProviders?: true },
  observe: Observer,
): Promise<Looked> {
  const { ask: _, unchecked = new Unchecked(), asksProviders, ...unasked } = request
  return lookWithEngine(slipway, project, observe, async (engine) => {
    try {
      const { blueprint, variables } = await loadBlueprint(slipway, project, unasked, observe, unchecked)
      const result = await engine.check(blueprint, variables, { unchecked })
      const isWhole = asksProviders === true && result.checked !== undefined && !hasErrors(result.diagnostics)
      const own = isWhole ? await askedUnconfigured(engine, result.checked, unchecked) : undefined
      const diagnostics = [...result.diagnostics, ...(own?.diagnostics ?? [])]
      return {
        ...result,
        diagnostics,
        asked: own?.asked,
        loaded: blueprint,
        parts: await recordedParts(engine, project, result.checked),
      }
    } catch (error) {
      const diagnostics = diagnosticsOf(error)
      if (diagnostics === undefined) throw error
      return { diagnostics }
    }
  })
}

async function askedUnconfigured(
  engine: EnginePart,
  checked: CheckedBlueprint,
  unchecked: Unchecked,
): Promise<AskedUnconfigured> {
  const { askUnconfigured } = await import('../validation/unconfigured.ts')
  const { deps, plugins } = engine
  return await askUnconfigured({
    blueprint: checked,
    unchecked,
    define: async (namespace, request) => {
      const plugin = plugins.pluginFor(namespace)
      return plugin !== undefined && plugins.mayLaunch(plugin)
        ? await deps.catalog.defineUnconfigured(namespace, request)
        : undefined
    },
    calls: (providers) => new ProviderCalls(engine.callOptions(providers, engine.logging())),
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
