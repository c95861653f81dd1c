import { resolve } from 'node:path'
import { containsSecret, Failure } from '@slipway/model'
import type { DamagedRecord, StateChange, StateStore } from '@slipway/stores'
import { exportInstance, importInstance } from '@slipway/stores/transfer'
import { ignore } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import type { ProjectRequest } from '../project/project.ts'
import { mostOfDocument, readInput } from '../reading/read-input.ts'
import type { Slipway } from '../slipway.ts'
import { agreed, changeState, type StateChangeRequest } from './change-state.ts'
import { withState } from './open-state.ts'
import { systemClock, timeSortedIds } from '../parts/system-ports.ts'
import type { Deployment } from './pulumi/deployment.ts'

export interface ExportRequest extends ProjectRequest {
  /** Leave secrets in plain text; default: they stay sealed. */
  readonly revealSecrets?: boolean
  /** As a state of Pulumi; default: as Slipway's own document. */
  readonly format?: StateFormat
  /** Under which Pulumi is to know it. Default: the name by which plugins know it now. */
  readonly project?: string
}

export type StateFormat = 'slipway' | 'pulumi'

export interface ExportedState {
  /** JSON. */
  readonly text: string
  /** Records left out because they cannot be read. */
  readonly damaged: readonly DamagedRecord[]
  /** Names of resources that the format cannot hold. */
  readonly leftOut: readonly string[]
}

/** A whole instance as a document. */
export function exportState(slipway: Slipway, request: ExportRequest = {}): Promise<ExportedState> {
  return withState(slipway, request, 'read', async ({ project, store, sealer, name }) => {
    refuseChild(project)
    const { revealSecrets = false, format = 'slipway', project: named = 'slipway' } = request
    if (format === 'pulumi') return await exportForPulumi(store, await name(), named, revealSecrets)
    const damaged: DamagedRecord[] = []
    const onDamaged = (record: DamagedRecord): void => void damaged.push(record)
    const text = await exportInstance(store, await name(), { sealer, revealSecrets, onDamaged })
    return { text, damaged, leftOut: [] }
  })
}

async function exportForPulumi(
  store: StateStore,
  instance: string,
  project: string,
  revealSecrets: boolean,
): Promise<ExportedState> {
  const state = await store.load(instance)
  if (state === undefined) throw new Failure('state/unknown-instance', `there is no instance called ${instance}`)
  const hasSecrets = containsSecret(state.instance.exports) || state.resources.some(({ spec }) => containsSecret(spec))
  if (hasSecrets && !revealSecrets)
    throw new Failure('cli/shows-secrets', `${instance} has secrets, which Pulumi is told in plain text`, {
      hint: 'add --show-secrets, and keep the file to yourself: "pulumi stack import" encrypts them',
    })
  const { toDeployment } = await import('./pulumi/to-deployment.ts')
  const { isOfProgram, programDeployment } = await import('./pulumi/program-deployment.ts')
  const now = systemClock.now()
  const { deployment, leftOut } = isOfProgram(state)
    ? { deployment: programDeployment(state, now), leftOut: [] }
    : toDeployment(state, { project, now })
  return { text: `${JSON.stringify({ version: 3, deployment }, undefined, 2)}\n`, damaged: [], leftOut }
}

/** Whether what is recorded of the instance may be replaced. */
export interface ReplaceQuestion {
  readonly instance: string
}

/** Takes in an exported instance. What was recorded under its name before is replaced. */
export async function importState(
  slipway: Slipway,
  exported: string,
  { format, ...request }: StateChangeRequest<ReplaceQuestion> & Pick<ExportRequest, 'format'> = {},
  observe = ignore,
): Promise<{ readonly outcome: 'imported' | 'declined'; readonly instance: string }> {
  const path = resolve(slipway.cwd, exported)
  const text = readInput(path, { what: 'exported state', most: mostOfDocument }).toString('utf8')
  const { readDeployment, seemsDeployment } = await import('./pulumi/deployment.ts')
  const deployment =
    format === 'pulumi' || (format === undefined && seemsDeployment(text)) ? readDeployment(text) : undefined
  const isNamed = request.instance !== undefined || request.file !== undefined
  const meant = { ...request, ...(!isNamed && instanceIn(text)), as: 'new' } as const
  return changeState(slipway, meant, 'slipway state import', observe, async ({ store, sealer, instance, lease }) => {
    const replace = (await store.instances()).some((known) => known.name === instance)
    if (replace && !(await agreed(request.agree, { instance }))) return { outcome: 'declined', instance }
    if (deployment === undefined) await importInstance(store, lease, text, { sealer, replace })
    else
      await store.commit(lease, [{ kind: 'remove-instance' }, ...(await recordsOf(deployment, instance, slipway.env))])
    return { outcome: 'imported', instance }
  })
}

async function recordsOf(
  deployment: Deployment,
  instance: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly StateChange[]> {
  const [{ fromDeployment }, { secretOpener }] = await Promise.all([
    import('./pulumi/from-deployment.ts'),
    import('./pulumi/open-secret.ts'),
  ])
  const ids = timeSortedIds()
  const open = secretOpener(deployment, env)
  return fromDeployment(deployment, { instance, now: systemClock.now(), newId: () => ids.next(), open })
}

/** The name that the document gives; what is wrong with the document, importing tells. */
function instanceIn(text: string): Pick<ProjectRequest, 'instance'> {
  try {
    const { instance } = JSON.parse(text) as { instance?: { name?: unknown } }
    return typeof instance?.name === 'string' ? { instance: instance.name } : {}
  } catch {
    return {}
  }
}
