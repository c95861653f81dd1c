import { resolve } from 'node:path'
import { containsSecret, Failure } from '@slipway/model'
import type { DamagedRecord, InstanceState, ResourceRecord, StateStore } from '@slipway/stores'
import { documentChanges, exportInstance, hasOldForm, importInstance } from '@slipway/stores/transfer'
import { ignore } from '../../events.ts'
import { refuseChild } from '../../project/child.ts'
import type { ProjectRequest } from '../../project/project.ts'
import { mostOfDocument, readInput } from '@slipway/source/files'
import { unpacked } from '../../reading/unpacked.ts'
import type { Slipway } from '../../slipway.ts'
import { recordsOf } from '../open-calls.ts'
import { type Agree, agreed, changeState, type StateChangeRequest } from '../change-state.ts'
import { type OldFormQuestion, takesOldForm } from '../old-form.ts'
import { type OpenState, withState } from '../open-state.ts'
import { systemClock } from '../../ports/system-ports.ts'
import type { ForeignFormat } from './foreign-state.ts'
import type { IsAnswer } from '@slipway/programs/to-pulumi/properties-of'
import { keepReplaced, type Loss, lossBy, readable } from './replaced.ts'

export interface ExportRequest extends ProjectRequest {
  /** True: secrets are written in plain text. Default: they stay sealed. */
  readonly revealSecrets?: boolean
  /** The engine whose state the export becomes. Default: Slipway's own document. */
  readonly format?: StateFormat
  /** The project name in the Pulumi state. Default: the name that plugins see now. */
  readonly project?: string
}

export type StateFormat = 'slipway' | ForeignFormat

export interface ExportedState {
  /** JSON. */
  readonly text: string
  /** Records that were left out because they cannot be read. */
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
    if (format === 'terraform') return await exportForTerraform(store, await name(), revealSecrets)
    const damaged: DamagedRecord[] = []
    const onDamaged = (record: DamagedRecord): void => void damaged.push(record)
    const text = await exportInstance(store, await name(), { sealer, revealSecrets, onDamaged })
    return { text, damaged, leftOut: [] }
  }
  // A Pulumi export runs plugins, because only they know which properties are answers.
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
  const state = await exportedState(store, instance)
  const { instance: record, resources } = state
  const hasSecrets = containsSecret(record.exports) || resources.some(({ spec }) => containsSecret(spec))
  if (hasSecrets && !revealSecrets) throw showsSecrets(instance, 'Pulumi', '"pulumi stack import" encrypts them')
  const { toDeployment } = await import('@slipway/programs/to-pulumi/to-deployment')
  const { isOfProgram, programDeployment } = await import('@slipway/programs/to-pulumi/program-deployment')
  const now = systemClock.now()
  const { deployment, leftOut } = isOfProgram(state)
    ? { deployment: programDeployment(state, now), leftOut: [] }
    : toDeployment(state, { project, now, isAnswer: await answers(state.resources) })
  return { text: `${JSON.stringify({ version: 3, deployment }, undefined, 2)}\n`, damaged: [], leftOut }
}

async function exportForTerraform(store: StateStore, instance: string, revealSecrets: boolean): Promise<ExportedState> {
  const state = await exportedState(store, instance)
  const { hasSensitive, toTerraformState } = await import('@slipway/programs/to-terraform/to-state')
  if (!revealSecrets && hasSensitive(state))
    throw showsSecrets(instance, 'Terraform', 'Terraform keeps them in plain text in its state')
  const { state: exported, leftOut } = toTerraformState(state)
  return { text: `${JSON.stringify(exported, undefined, 2)}\n`, damaged: [], leftOut }
}

/** Returns an instance with the possible results of interrupted calls. */
async function exportedState(store: StateStore, instance: string): Promise<InstanceState> {
  const loaded = await store.load(instance)
  if (loaded === undefined) throw new Failure('state/unknown-instance', `there is no instance called ${instance}`)
  return { ...loaded, resources: recordsOf(loaded, false), intents: [] }
}

function showsSecrets(instance: string, who: string, then: string): Failure {
  return new Failure('cli/shows-secrets', `${instance} has secrets, but ${who} needs them in plain text`, {
    hint: `add --show-secrets, and keep the file to yourself: ${then}`,
  })
}

/** A question whether to replace the instance's records. */
export interface ReplaceQuestion extends Loss {
  readonly instance: string
}

export interface ImportedState {
  readonly outcome: 'imported' | 'declined'
  readonly instance: string
  /** Sentences about parts that were not imported unchanged. */
  readonly told: readonly string[]
  /** The loss, present if an instance was replaced. */
  readonly replaced?: Loss & {
    /** Path of a copy of the old records. */
    readonly aside: string
  }
}

export interface ImportRequest extends StateChangeRequest<ReplaceQuestion>, Pick<ExportRequest, 'format'> {
  /** Whether to accept secrets in the first format, which are not bound to a place. Absent: they fail with `state/old-form`. */
  readonly oldForm?: Agree<OldFormQuestion> | undefined
}

/**
 * Imports an exported instance. Replaces an existing instance of the same name, and keeps a copy of its records beside the state.
 *
 * @throws Failure `cli/recorded-elsewhere` if another instance of the state has the same things
 */
export async function importState(
  slipway: Slipway,
  exported: string,
  { format, oldForm: agreeOldForm, ...request }: ImportRequest = {},
  observe = ignore,
): Promise<ImportedState> {
  const path = resolve(slipway.cwd, exported)
  const text = unpacked(readInput(path, { what: 'exported state', most: mostOfDocument }), mostOfDocument)
  const { instanceOfForeign, readForeign, recordsOfForeign } = await import('./foreign-state.ts')
  const foreign = readForeign(text, format)
  const isNamed = request.instance !== undefined || request.file !== undefined || request.stack !== undefined
  const named: Pick<ProjectRequest, 'instance' | 'stack'> =
    foreign === undefined ? instanceIn(text) : await instanceOfForeign(foreign, slipway)
  const isOld = foreign === undefined && (await hasOldForm(text))
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
      if (foreign === undefined && project.program !== undefined) assertOfInstance(text, instance)
      const { changes, told } =
        foreign === undefined
          ? { changes: await documentChanges(text, instance, { sealer, oldForm: isOld }), told: [] }
          : await recordsOfForeign(foreign, { slipway, project, instance })
      const { refuseSharedThings } = await import('./refuse-shared-things.ts')
      await refuseSharedThings(slipway, { project, store, instance }, changes, observe)
      const by = foreign === undefined ? 'record' : 'thing'
      const loss = exists ? lossBy(await readable(store, instance), changes, by) : undefined
      if (loss !== undefined && !(await agreed(request.agree, { instance, ...loss })))
        return { outcome: 'declined', instance, told: [] }
      const replaced = loss && {
        ...loss,
        aside: await keepReplaced(store, instance, { folders: project.folders, sealer }),
      }
      if (foreign === undefined) await importInstance(store, lease, text, { sealer, replace: exists, oldForm: isOld })
      else await store.commit(lease, [{ kind: 'remove-instance' }, ...changes])
      return { outcome: 'imported', instance, told, ...(replaced && { replaced }) }
    },
  )
}

/**
 * Refuses another instance name. A program's resources contain the names of project and stack, and under a different name they would be destroyed.
 */
function assertOfInstance(text: string, instance: string): void {
  const { instance: written = instance } = instanceIn(text)
  if (written === instance) return
  throw new Failure('state/bad-import', `this is the state of ${written}, not of ${instance}`, {
    hint: 'import the state without another --stack; slipway stack rename gives a stack another name',
  })
}

/** Returns the instance name in the document. The import reports any problems of the document. */
function instanceIn(text: string): Pick<ProjectRequest, 'instance'> {
  try {
    const { instance } = JSON.parse(text) as { instance?: { name?: unknown } }
    return typeof instance?.name === 'string' ? { instance: instance.name } : {}
  } catch {
    return {}
  }
}
