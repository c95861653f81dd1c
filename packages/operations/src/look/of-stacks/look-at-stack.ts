import { type Plan, Unchecked } from '@slipway/engine'
import { type Diagnostic, diagnosticsOf, Failure } from '@slipway/model'
import type { EnginePart } from '../../engine/engine-part.ts'
import type { Observer } from '../../events.ts'
import type { ProjectOfStack } from '../../project/project.ts'
import type { VariablesRequest } from '../../project/variables.ts'
import { previewOf } from '../../programs/preview.ts'
import type { ProgramSource } from '../../programs/program-source.ts'
import { withStackFile } from '../../programs/stack-file-source.ts'
import type { Slipway } from '../../slipway.ts'
import { lookWithEngine } from '../../with-engine.ts'
import { tellLeftOut } from '../../trust/tell-left-out.ts'
import { outsideOfResources, untrusted } from '../not-looked-at.ts'
import type { GraphNode } from '../recorded-parts.ts'

/** Finds all mistakes of a stack that show without a deployment. */
export async function validateStack(
  slipway: Slipway,
  project: ProjectOfStack,
  request: VariablesRequest,
  observe: Observer,
) {
  const { file } = project.stackFile
  if (project.trust.leftOut.length > 0) {
    tellLeftOut(project, observe)
    return { file, diagnostics: [], notLookedAt: untrusted(project) }
  }
  const unchecked = new Unchecked()
  try {
    await planAnew(slipway, project, { request, observe, unchecked })
    return { file, diagnostics: told(unchecked), notLookedAt: [...unchecked.reasons, ...outsideOfResources] }
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'stack-file/missing-variable')
      return {
        file,
        diagnostics: [notChecked(thrown)],
        notLookedAt: [{ what: `the resources that its function asks for: ${thrown.message}`, why: 'missing' as const }],
      }
    const diagnostics = diagnosticsOf(thrown) ?? mistakeIn(thrown, file)
    if (diagnostics === undefined) throw thrown
    return { file, diagnostics: [...diagnostics, ...told(unchecked)], notLookedAt: unchecked.reasons }
  }
}

/** Returns the resources of a stack and their dependencies. @throws DiagnosticsFailure with the mistakes of the stack */
export async function graphOfStack(
  slipway: Slipway,
  project: ProjectOfStack,
  request: VariablesRequest,
  observe: Observer,
): Promise<readonly GraphNode[]> {
  await project.trust.demand()
  const unchecked = new Unchecked()
  const { steps } = await planAnew(slipway, project, { request, observe, unchecked })
  const diagnostics = told(unchecked)
  if (diagnostics.length > 0) observe({ type: 'warnings', diagnostics })
  const names = new Map(steps.map(({ key, name }) => [key, name]))
  return steps.map(({ name, type, after }) => ({
    name,
    type,
    dependsOn: after.flatMap((key) => names.get(key) ?? []),
  }))
}

/** Makes a plan as if nothing were deployed yet. */
function planAnew(
  slipway: Slipway,
  project: ProjectOfStack,
  look: { readonly request: VariablesRequest; readonly observe: Observer; readonly unchecked: Unchecked },
): Promise<Plan> {
  const { observe } = look
  const planned = async (source: ProgramSource, engine: EnginePart): Promise<Plan> => {
    source.begin(engine)
    const stop = new AbortController().signal
    const { instance } = project
    const asked = { instance, state: undefined, refresh: false, live: false, events: observe, signal: stop }
    const gathered = source.starting(await engine.lookForProgram(asked), engine)
    const part = { targets: [], exclude: [], replace: [] }
    return await previewOf({ source, engine, gathered, part, stop, observe })
  }
  return withStackFile(slipway, { project, ...look, isLoose: true }, (source) =>
    lookWithEngine(slipway, project, observe, (engine) => planned(source, engine), source.ready),
  )
}

function told({ diagnostic }: Unchecked): readonly Diagnostic[] {
  return diagnostic === undefined ? [] : [diagnostic]
}

/** Returns the same warning as for a blueprint with missing variables. */
function notChecked({ message, hint }: Failure): Diagnostic {
  return {
    code: 'blueprint/not-checked',
    severity: 'warning',
    message: `not everything could be checked: ${message}`,
    ...(hint !== undefined && { hint }),
  }
}

/** Returns the failure of the module or its function as diagnostics. */
function mistakeIn(thrown: unknown, file: string): readonly Diagnostic[] | undefined {
  const isOfStack =
    thrown instanceof Failure && (thrown.code.startsWith('stack-file/') || thrown.code === 'engine/program-failed')
  if (!isOfStack) return undefined
  const { code, message, hint, details } = thrown
  const whole = [message, ...details].join('; ')
  return [{ code, severity: 'error', message: whole, file, ...(hint !== undefined && { hint }) }]
}
