import { Failure, jsonProblem } from '@slipway/model'
import { recordFromTree, type Opener } from '../encoding/codec.ts'
import type { Lease, StateStore } from '../port.ts'
import type { Intent, RecordKinds, ResourceRecord, StateChange } from '../records.ts'
import { oldForm } from '../seal/old-form.ts'
import { isUnbound } from '../seal/sealed-text.ts'
import { recordPlace } from '../seal/state-seal.ts'
import { UnopenedSecret } from '../seal/unopened-secret.ts'
import type { Unsealer } from '../seal/unseal-with-any.ts'
import { upgradeResource } from '../upgrade.ts'
import { documentVersion } from './document.ts'
import type { CheckedDocument } from './shape.ts'

export interface ImportOptions {
  /** Opens the secrets of the document, independently of the store's sealer. */
  readonly sealer: Unsealer
  /** Accept secrets of the first form, which are bound to nothing. Default: they fail with `state/old-form`. */
  readonly oldForm?: boolean
  /** Replace an existing instance, including its history. */
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
  const changes = await documentChanges(text, lease.instance, options)
  if (options.replace !== true && (await store.instances()).some(({ name }) => name === lease.instance)) {
    throw new Failure('state/instance-exists', `an instance called ${lease.instance} already exists`, {
      hint: 'confirm that the import replaces it',
    })
  }
  await store.commit(lease, [{ kind: 'remove-instance' }, ...changes])
}

type ReadOptions = Pick<ImportOptions, 'sealer' | 'oldForm'>

/** The record changes of an import under this name. Fails like {@link importInstance} for a bad document. */
export async function documentChanges(
  text: string,
  name: string,
  options: ReadOptions,
): Promise<readonly StateChange[]> {
  return changesOf(await checkedDocument(text), name, options)
}

/** True if a document has secrets of the first form, so that the user must confirm trusting it. */
export async function hasOldForm(text: string): Promise<boolean> {
  const { instance, resources, intents, runs, tasks, links = [], children = [] } = await checkedDocument(text)
  let found = false
  const note: Opener = (sealed, place) => {
    found ||= isUnbound(sealed)
    return new UnopenedSecret(sealed, place)
  }
  const at = recordPlace('', '', 'instance', '')
  for (const tree of [instance, ...resources, ...intents, ...runs, ...tasks, ...links, ...children])
    recordFromTree(tree, note, at)
  return found
}

function changesOf(document: CheckedDocument, name: string, options: ReadOptions): readonly StateChange[] {
  const read = <Kind extends keyof RecordKinds>(kind: Kind, tree: Named): RecordKinds[Kind] =>
    readTree(document, kind, tree, options) as RecordKinds[Kind]
  const resources = document.resources.map((tree) => read('resource', tree))
  // Upgrade a document of version 1, or one that was edited by hand.
  const upgrade = upgradeResource<ResourceRecord>(resources)
  const upgraded = ({ resource, ...intent }: Intent): Intent => ({ ...intent, resource: upgrade(resource) })
  return [
    { kind: 'instance', instance: { ...read('instance', document.instance), name } },
    ...resources.map((resource): StateChange => ({ kind: 'resource', resource: upgrade(resource) })),
    ...document.intents.map((tree): StateChange => ({ kind: 'begin', intent: upgraded(read('intent', tree)) })),
    ...document.runs.map((tree): StateChange => ({ kind: 'run', run: read('run', tree) })),
    ...document.tasks.map((tree): StateChange => ({ kind: 'task', task: read('task', tree) })),
    ...(document.links ?? []).map((tree): StateChange => ({ kind: 'link', link: read('link', tree) })),
    ...(document.children ?? []).map((tree): StateChange => ({ kind: 'child', child: read('child', tree) })),
  ]
}

interface Named {
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** Reads a record. Its secrets open at their exported places: for this purpose, state, instance and record, at their paths. */
function readTree(
  { purpose, state, instance }: CheckedDocument,
  kind: keyof RecordKinds,
  tree: Named,
  { sealer, oldForm: isOldTaken = false }: ReadOptions,
): object {
  const { id = '', name = id } = tree
  const at = recordPlace(state ?? '', instance.name, kind, kind === 'instance' || kind === 'child' ? name : id)
  const open: Opener = (sealed, place) => {
    if (isUnbound(sealed)) {
      if (!isOldTaken) throw oldForm('the secrets of this document')
      return sealer.unsealUnbound(sealed)
    }
    if (purpose === undefined || state === undefined)
      throw badImport(['it does not name its state ("purpose", "state"), but its secrets are bound to a state'])
    return sealer.unseal(sealed, place)
  }
  try {
    return recordFromTree(tree, open, at)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'state/damaged-record') throw error
    throw new Failure(error.code, `${kind} ${name} cannot be imported: ${error.message}`, {
      hint: 'nothing was changed; a secret cannot be moved in the document: import the file unchanged, as "slipway state export" wrote it',
      cause: error,
    })
  }
}

/** Checks a document. Loads the schemas here, because they take milliseconds. */
async function checkedDocument(text: string): Promise<CheckedDocument> {
  const document = parsed(text)
  const version = typeof document === 'object' && document !== null && 'version' in document ? document.version : 0
  if (typeof version === 'number' && version > documentVersion) {
    throw new Failure(
      'state/newer-version',
      `this document has version ${version}, but this Slipway knows ${documentVersion}`,
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
    hint: 'use a file from "slipway state export"; to restore a backup, use "slipway state restore FILE"',
  })
}
