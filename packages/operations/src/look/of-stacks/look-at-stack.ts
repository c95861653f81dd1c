import type { Plan } from '@slipway/engine'
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
  try {
    await planAnew(slipway, project, request, observe)
    return { file, diagnostics: [], notLookedAt: outsideOfResources }
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'stack-file/missing-variable')
      return {
        file,
        diagnostics: [notChecked(thrown)],
        notLookedAt: [{ what: `the resources that its function asks for: ${thrown.message}`, why: 'missing' as const }],
      }
    const diagnostics = diagnosticsOf(thrown) ?? mistakeIn(thrown, file)
    if (diagnostics === undefined) throw thrown
    return { file, diagnostics, notLookedAt: [] }
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
  const { steps } = await planAnew(slipway, project, request, observe)
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
  request: VariablesRequest,
  observe: Observer,
): Promise<Plan> {
  const planned = async (source: ProgramSource, engine: EnginePart): Promise<Plan> => {
    source.begin(engine)
    const stop = new AbortController().signal
    const { instance } = project
    const asked = { instance, state: undefined, refresh: false, live: false, events: observe, signal: stop }
    const gathered = source.starting(await engine.lookForProgram(asked), engine)
    const part = { targets: [], exclude: [], replace: [] }
    return await previewOf({ source, engine, gathered, part, stop, observe })
  }
  return withStackFile(slipway, { project, request, observe, isLoose: true }, (source) =>
    lookWithEngine(slipway, project, observe, (engine) => planned(source, engine), source.ready),
  )
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
