import type { CheckedBlueprint } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import { ignore } from '../events.ts'
import { diagnosticsOf } from '../reading/diagnostics-failure.ts'
import { checkedOrFail, loadBlueprint } from '../loading/load-blueprint.ts'
import { openProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { lookWithEngine } from '../with-engine.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'

export interface Validation {
  /** Absolute. */
  readonly file: string
  /** Without an error among them the blueprint can be deployed, as far as that can be known without trying. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Everything that can be known to be wrong with a blueprint without deploying it. */
export async function validate(
  slipway: Slipway,
  request: BlueprintRequest = {},
  observe = ignore,
): Promise<Validation> {
  const project = await openProject(slipway, request)
  const { file } = project.blueprint
  return lookWithEngine(slipway, project, observe, async (engine) => {
    try {
      const { blueprint, variables } = await loadBlueprint(slipway, project, request, observe)
      return { file, diagnostics: (await engine.check(blueprint, variables)).diagnostics }
    } catch (error) {
      const diagnostics = diagnosticsOf(error)
      if (diagnostics === undefined) throw error
      return { file, diagnostics }
    }
  })
}

/** A blueprint that has passed all checks. Fails with what is wrong in it. */
export async function check(
  slipway: Slipway,
  request: BlueprintRequest = {},
  observe = ignore,
): Promise<CheckedBlueprint> {
  const project = await openProject(slipway, request)
  const loaded = await loadBlueprint(slipway, project, request, observe)
  return lookWithEngine(slipway, project, observe, (engine) => checkedOrFail(engine, loaded, observe))
}
