import { resolve } from 'node:path'
import { containsSecret, Failure } from '@slipway/model'
import type { DamagedRecord, ResourceRecord, StateStore } from '@slipway/stores'
import { documentChanges, exportInstance, hasOldForm, importInstance } from '@slipway/stores/transfer'
import { ignore } from '../../events.ts'
import { refuseChild } from '../../project/child.ts'
import { findProgram } from '../../project/find-program.ts'
import type { ProjectRequest } from '../../project/project.ts'
import { mostOfDocument, readInput } from '@slipway/source/files'
import { unpacked } from '../../reading/unpacked.ts'
import type { Slipway } from '../../slipway.ts'
import { recordsOf } from '../open-calls.ts'
import { type Agree, agreed, changeState, type StateChangeRequest } from '../change-state.ts'
import { type OldFormQuestion, takesOldForm } from '../old-form.ts'
import { type OpenState, withState } from '../open-state.ts'
import { systemClock } from '../../ports/system-ports.ts'
import type { Deployment } from '@slipway/programs/deployments/deployment'
import type { pulumiRecords } from './pulumi-records.ts'
import type { IsAnswer } from '@slipway/programs/to-pulumi/properties-of'
import { keepReplaced, type Loss, lossBy, readable } from './replaced.ts'

export interface ExportRequest extends ProjectRequest {
  /** Leave secrets in plain text; default: they stay sealed. */
  readonly revealSecrets?: boolean
  /** `pulumi`: export as a Pulumi state. Default: Slipway's own document. */
  readonly format?: StateFormat
  /** The project name in the Pulumi state. Default: the name that plugins see now. */
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

/** Exports a whole instance as a document. */
export function exportState(slipway: Slipway, request: ExportRequest = {}, observe = ignore): Promise<ExportedState> {
  const { revealSecrets = false, format = 'slipway', project: named = 'slipway' } = request
  const work = async ({ project, store, sealer, name }: OpenState): Promise<ExportedState> => {
    refuseChild(project)
    if (format === 'pulumi') {
      const answers = async (resources: readonly ResourceRecord[]): Promise<IsAnswer> => {
        const { answersOf } = await import('./answers-of.ts')
        return await answersOf(slipway, project, resources, observe)
      }
      return await exportForPulumi(store, await name(), { project: named, revealSecrets, answers })
    }
    const damaged: DamagedRecord[] = []
    const onDamaged = (record: DamagedRecord): void => void damaged.push(record)
    const text = await exportInstance(store, await name(), { sealer, revealSecrets, onDamaged })
    return { text, damaged, leftOut: [] }
  }
  // Only plugins know which properties are answers, so a Pulumi export runs them.
  return withState(slipway, request, 'read', work, format === 'pulumi' ? 'runs' : 'looks')
}

interface ExportForPulumi {
  readonly project: string
  readonly revealSecrets: boolean
  readonly answers: (resources: readonly ResourceRecord[]) => Promise<IsAnswer>
}

async function exportForPulumi(
  store: StateStore,
  instance: string,
  { project, revealSecrets, answers }: ExportForPulumi,
): Promise<ExportedState> {
  const loaded = await store.load(instance)
  if (loaded === undefined) throw new Failure('state/unknown-instance', `there is no instance called ${instance}`)
  // Include possible results of interrupted calls.
  const state = { ...loaded, resources: recordsOf(loaded, false), intents: [] }
  const hasSecrets = containsSecret(state.instance.exports) || state.resources.some(({ spec }) => containsSecret(spec))
  if (hasSecrets && !revealSecrets)
    throw new Failure('cli/shows-secrets', `${instance} has secrets, which Pulumi needs in plain text`, {
      hint: 'add --show-secrets, and keep the file to yourself: "pulumi stack import" encrypts them',
    })
  const { toDeployment } = await import('@slipway/programs/to-pulumi/to-deployment')
  const { isOfProgram, programDeployment } = await import('@slipway/programs/to-pulumi/program-deployment')
  const now = systemClock.now()
  const { deployment, leftOut } = isOfProgram(state)
    ? { deployment: programDeployment(state, now), leftOut: [] }
    : toDeployment(state, { project, now, isAnswer: await answers(state.resources) })
  return { text: `${JSON.stringify({ version: 3, deployment }, undefined, 2)}\n`, damaged: [], leftOut }
}

/** Asks whether to replace the instance's records. */
export interface ReplaceQuestion extends Loss {
  readonly instance: string
}

export interface ImportedState {
  readonly outcome: 'imported' | 'declined'
  readonly instance: string
  /** Sentences about parts that were not imported unchanged. */
  readonly told: readonly string[]
  /** Present if an instance was replaced. */
  readonly replaced?: Loss & {
    /** Path of a copy of the old records. */
    readonly aside: string
  }
}

export interface ImportRequest extends StateChangeRequest<ReplaceQuestion>, Pick<ExportRequest, 'format'> {
  /** Whether to accept secrets in the first format, which are not bound to a place. Absent: they fail with `state/old-form`. */
  readonly oldForm?: Agree<OldFormQuestion> | undefined
}

/** Imports an exported instance. Replaces an instance of that name, and keeps a copy of it beside the state. */
export async function importState(
  slipway: Slipway,
  exported: string,
  { format, oldForm: agreeOldForm, ...request }: ImportRequest = {},
  observe = ignore,
): Promise<ImportedState> {
  const path = resolve(slipway.cwd, exported)
  const text = unpacked(readInput(path, { what: 'exported state', most: mostOfDocument }), mostOfDocument)
  const { readDeployment, seemsDeployment } = await import('@slipway/programs/deployments/deployment')
  const deployment =
    format === 'pulumi' || (format === undefined && seemsDeployment(text)) ? readDeployment(text) : undefined
  const isNamed = request.instance !== undefined || request.file !== undefined || request.stack !== undefined
  const named: Pick<ProjectRequest, 'instance' | 'stack'> =
    deployment === undefined ? instanceIn(text) : await stackIn(deployment, slipway)
  const isOld = deployment === undefined && (await hasOldForm(text))
  if (!(await takesOldForm(agreeOldForm, { path }, isOld)))
    return { outcome: 'declined', instance: request.instance ?? named.instance ?? '', told: [] }
  const meant = { ...request, ...(!isNamed && named), as: 'new' } as const
  return changeState(
    slipway,
    meant,
    'slipway state import',
    observe,
    async ({ store, sealer, instance, lease, project }) => {
      const exists = (await store.instances()).some((known) => known.name === instance)
      if (deployment === undefined && project.program !== undefined) assertOfInstance(text, instance)
      const { changes, told } =
        deployment === undefined
          ? { changes: await documentChanges(text, instance, { sealer, oldForm: isOld }), told: [] }
          : await takenFrom(deployment, { instance, program: project.program, env: slipway.env })
      const by = deployment === undefined ? 'record' : 'thing'
      const loss = exists ? lossBy(await readable(store, instance), changes, by) : undefined
      if (loss !== undefined && !(await agreed(request.agree, { instance, ...loss })))
        return { outcome: 'declined', instance, told: [] }
      const replaced = loss && {
        ...loss,
        aside: await keepReplaced(store, instance, { folders: project.folders, sealer }),
      }
      if (deployment === undefined)
        await importInstance(store, lease, text, { sealer, replace: exists, oldForm: isOld })
      else await store.commit(lease, [{ kind: 'remove-instance' }, ...changes])
      return { outcome: 'imported', instance, told, ...(replaced && { replaced }) }
    },
  )
}

async function takenFrom(...how: Parameters<typeof pulumiRecords>): Promise<ReturnType<typeof pulumiRecords>> {
  return (await import('./pulumi-records.ts')).pulumiRecords(...how)
}

/**
 * Refuses another instance name: a program's resources contain the names of project and stack, and under a different name they would be
 * destroyed.
 */
function assertOfInstance(text: string, instance: string): void {
  const { instance: written = instance } = instanceIn(text)
  if (written === instance) return
  throw new Failure('state/bad-import', `this is the state of ${written}, and not of ${instance}`, {
    hint: 'import it without another --stack; slipway stack rename gives a stack another name',
  })
}

/** The stack named in the document, if the document belongs to this program. */
async function stackIn({ resources = [] }: Deployment, slipway: Slipway): Promise<Pick<ProjectRequest, 'stack'>> {
  const [program, { parseUrn }] = await Promise.all([findProgram(slipway, undefined), import('@slipway/programs')])
  const parts = parseUrn(resources[0]?.urn ?? '')
  return program !== undefined && parts?.project === program.project ? { stack: parts.stack } : {}
}

/** The instance name in the document. The import reports any problems of the document. */
function instanceIn(text: string): Pick<ProjectRequest, 'instance'> {
  try {
    const { instance } = JSON.parse(text) as { instance?: { name?: unknown } }
    return typeof instance?.name === 'string' ? { instance: instance.name } : {}
  } catch {
    return {}
  }
}
