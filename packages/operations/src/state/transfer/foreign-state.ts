import { Failure } from '@slipway/model'
import { type Deployment, readDeployment, seemsDeployment } from '@slipway/programs/deployments/deployment'
import {
  readTerraformState,
  seemsTerraformState,
  type TerraformState,
} from '@slipway/programs/terraform-states/terraform-state'
import type { StateChange } from '@slipway/stores'
import { findProgram } from '../../project/find-program.ts'
import type { Project, ProjectRequest } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'

/** A state that another engine has written. */
export type ForeignState =
  | { readonly from: 'pulumi'; readonly deployment: Deployment }
  | { readonly from: 'terraform'; readonly state: TerraformState }

export type ForeignFormat = ForeignState['from']

/** Records made from a foreign state, and sentences about parts that were left out or changed. */
export interface TakenRecords {
  readonly changes: readonly StateChange[]
  readonly told: readonly string[]
}

/**
 * Reads the state of another engine; `undefined` for a text that is no such state.
 *
 * @param format absent: the text reveals the format
 * @throws Failure `state/bad-import`
 */
export function readForeign(text: string, format: string | undefined): ForeignState | undefined {
  const isMeant = (name: ForeignFormat, seems: (text: string) => boolean): boolean =>
    format === name || (format === undefined && seems(text))
  if (isMeant('pulumi', seemsDeployment)) return { from: 'pulumi', deployment: readDeployment(text) }
  if (isMeant('terraform', seemsTerraformState)) return { from: 'terraform', state: readTerraformState(text) }
  return undefined
}

/** Returns the instance that a foreign state itself names: a stack, if it belongs to this program. */
export async function instanceOfForeign(
  foreign: ForeignState,
  slipway: Slipway,
): Promise<Pick<ProjectRequest, 'stack'>> {
  if (foreign.from === 'terraform') return {}
  const [program, { parseUrn }] = await Promise.all([findProgram(slipway, undefined), import('@slipway/programs')])
  const parts = parseUrn(foreign.deployment.resources?.[0]?.urn ?? '')
  return program !== undefined && parts?.project === program.project ? { stack: parts.stack } : {}
}

/** Returns the records of a foreign state. @throws Failure `state/bad-import` */
export async function recordsOfForeign(
  foreign: ForeignState,
  { slipway, project, instance }: { readonly slipway: Slipway; readonly project: Project; readonly instance: string },
): Promise<TakenRecords> {
  const { program } = project
  if (foreign.from === 'pulumi') {
    const { pulumiRecords } = await import('./pulumi-records.ts')
    return pulumiRecords(foreign.deployment, { instance, program, env: slipway.env })
  }
  if (program !== undefined)
    throw new Failure('state/bad-import', `a state of Terraform cannot become the state of ${program.file}`, {
      hint: 'only blueprints and stacks of Slipway have resources of Terraform: import it in the folder of one, or with --instance NAME elsewhere',
    })
  const { terraformRecords } = await import('./terraform-records.ts')
  return await terraformRecords(slipway, project, foreign.state, instance)
}
