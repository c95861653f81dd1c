import { Failure, jsonProblem } from '@slipway/model'
import { recordFromTree } from '../codec.ts'
import type { Lease, Sealer, StateStore } from '../port.ts'
import type {
  ChildRecord,
  InstanceRecord,
  Intent,
  LinkRecord,
  ResourceRecord,
  RunRecord,
  StateChange,
  TaskRecord,
} from '../records.ts'
import { upgradeResource } from '../upgrade.ts'
import { documentVersion } from './document.ts'
import type { CheckedDocument } from './shape.ts'

export interface ImportOptions {
  /** Opens the secrets of the document, whatever the store seals with. */
  readonly sealer: Sealer
  /** Takes the place of an instance that is there already, its history included. */
  readonly replace?: boolean
}

/**
 * Writes an exported instance under the name of the lease, in one commit. Fails with `state/bad-import` on a document
 * that does not fit, with `state/instance-exists` unless told to replace, with `state/wrong-key` on foreign secrets.
 */
export async function importInstance(
  store: StateStore,
  lease: Lease,
  text: string,
  options: ImportOptions,
): Promise<void> {
  const changes = await documentChanges(text, lease.instance, options.sealer)
  if (options.replace !== true && (await store.instances()).some(({ name }) => name === lease.instance)) {
    throw new Failure('state/instance-exists', `there is an instance called ${lease.instance} already`, {
      hint: 'import under another name, or say that it is to be replaced',
    })
  }
  await store.commit(lease, [{ kind: 'remove-instance' }, ...changes])
}

/** What writing an exported instance under this name would record; fails as {@link importInstance} does on the document. */
export async function documentChanges(text: string, name: string, sealer: Sealer): Promise<readonly StateChange[]> {
  return changesOf(await checkedDocument(text), name, sealer)
}

function changesOf(document: CheckedDocument, name: string, sealer: Sealer): readonly StateChange[] {
  const read = (tree: object): object => recordFromTree(tree, (sealed) => sealer.unseal(sealed))
  const resources = document.resources.map((tree) => read(tree) as ResourceRecord)
  // A document of version 1, or one that was edited by hand.
  const upgrade = upgradeResource<ResourceRecord>(resources)
  const upgraded = ({ resource, ...intent }: Intent): Intent => ({ ...intent, resource: upgrade(resource) })
  return [
    { kind: 'instance', instance: { ...(read(document.instance) as InstanceRecord), name } },
    ...resources.map((resource): StateChange => ({ kind: 'resource', resource: upgrade(resource) })),
    ...document.intents.map((tree): StateChange => ({ kind: 'begin', intent: upgraded(read(tree) as Intent) })),
    ...document.runs.map((tree): StateChange => ({ kind: 'run', run: read(tree) as RunRecord })),
    ...document.tasks.map((tree): StateChange => ({ kind: 'task', task: read(tree) as TaskRecord })),
    ...(document.links ?? []).map((tree): StateChange => ({ kind: 'link', link: read(tree) as LinkRecord })),
    ...(document.children ?? []).map((tree): StateChange => ({ kind: 'child', child: read(tree) as ChildRecord })),
  ]
}

/** Schemas cost milliseconds to load: only who imports pays them. */
async function checkedDocument(text: string): Promise<CheckedDocument> {
  const document = parsed(text)
  const version = typeof document === 'object' && document !== null && 'version' in document ? document.version : 0
  if (typeof version === 'number' && version > documentVersion) {
    throw new Failure(
      'state/newer-version',
      `this document has version ${version}, and this Slipway knows ${documentVersion}`,
      { hint: 'upgrade Slipway on this machine' },
    )
  }
  const { checkDocument } = await import('./shape.ts')
  const checked = checkDocument(document)
  if (Array.isArray(checked)) throw badImport(checked)
  return checked as CheckedDocument
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badImport([jsonProblem(error)])
  }
}

function badImport(problems: readonly string[]): Failure {
  return new Failure('state/bad-import', 'this is not a state document that can be imported', {
    details: problems.slice(0, 20),
    hint: 'use what "slipway state export" wrote; a backup is put back with "slipway state restore FILE"',
  })
}
