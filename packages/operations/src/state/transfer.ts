import { resolve } from 'node:path'
import type { DamagedRecord } from '@slipway/stores'
import { exportInstance, importInstance } from '@slipway/stores/transfer'
import { ignore } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import type { ProjectRequest } from '../project/project.ts'
import { mostOfDocument, readInput } from '../reading/read-input.ts'
import type { Slipway } from '../slipway.ts'
import { agreed, changeState, type StateChangeRequest } from './change-state.ts'
import { withState } from './open-state.ts'

export interface ExportRequest extends ProjectRequest {
  /** Leave secrets in plain text; default: they stay sealed. */
  readonly revealSecrets?: boolean
}

export interface ExportedState {
  /** JSON. */
  readonly text: string
  /** Records left out because they cannot be read. */
  readonly damaged: readonly DamagedRecord[]
}

/** A whole instance as a document. */
export function exportState(slipway: Slipway, request: ExportRequest = {}): Promise<ExportedState> {
  return withState(slipway, request, 'read', async ({ project, store, sealer, name }) => {
    refuseChild(project)
    const damaged: DamagedRecord[] = []
    const { revealSecrets = false } = request
    const onDamaged = (record: DamagedRecord): void => void damaged.push(record)
    return { text: await exportInstance(store, await name(), { sealer, revealSecrets, onDamaged }), damaged }
  })
}

/** Whether what is recorded of the instance may be replaced. */
export interface ReplaceQuestion {
  readonly instance: string
}

/** Takes in an exported instance. What was recorded under its name before is replaced. */
export async function importState(
  slipway: Slipway,
  exported: string,
  request: StateChangeRequest<ReplaceQuestion> = {},
  observe = ignore,
): Promise<{ readonly outcome: 'imported' | 'declined'; readonly instance: string }> {
  const path = resolve(slipway.cwd, exported)
  const text = readInput(path, { what: 'exported state', most: mostOfDocument }).toString('utf8')
  const isNamed = request.instance !== undefined || request.file !== undefined
  const meant = isNamed ? request : { ...request, ...instanceIn(text) }
  return changeState(slipway, meant, 'slipway state import', observe, async ({ store, sealer, instance, lease }) => {
    const replace = (await store.instances()).some((known) => known.name === instance)
    if (replace && !(await agreed(request.agree, { instance }))) return { outcome: 'declined', instance }
    await importInstance(store, lease, text, { sealer, replace })
    return { outcome: 'imported', instance }
  })
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
