import { Failure, type ValueMap } from '@slipway/model'
import type { CheckedResource } from '../../check/checked.ts'
import { importedTwice } from '../../check/resources/moved.ts'
import { canBeImported, importedRecord } from '../../plan/decide/imported-record.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import { seenNow } from '../../reality/doubt/settle-doubt.ts'
import { existsUnder, NoSuchId } from '../../reality/doubt/user-verdict.ts'
import { verdictChanges } from '../../reality/doubt/verdict-changes.ts'
import type { Following } from '../session/session.ts'
import { recordsThatMayBe } from '../step/left-outside.ts'
import type { RecordIds } from './record-ids.ts'

/** Imports for programs: records an existing thing as a resource, as if a create had made it. */
export class TakingIn {
  readonly #session: Following
  readonly #before: RecordIds
  /** Names of the resources that are imported, by thing. */
  readonly #asked = new Map<string, string>()

  constructor(session: Following, before: RecordIds) {
    this.#session = session
    this.#before = before
  }

  /**
   * Imports the thing of a resource if the program asks for that.
   *
   * @param names its own name and its former names
   * @returns the id with which it was imported; `undefined` if it is already recorded, or the program gives no id
   * @throws Failure `engine/no-such-id`, `engine/needs-no-id`, `engine/already-recorded`
   */
  async take(resource: CheckedResource, spec: ValueMap, names: readonly string[]): Promise<string | undefined> {
    const { import: id } = resource.options ?? {}
    if (id === undefined || this.#isRecorded(names)) return undefined
    this.#refuseSame(resource, id)
    const { definition } = resource
    if (!canBeImported(definition)) throw notById(resource)
    const session = this.#session
    const { journal, providers, settler } = session
    const now = journal.now()
    const about = { id: journal.newId(), now, providers, resources: [...session.records.all()] }
    const doubt = {
      action: 'create',
      resource: importedRecord(resource, spec, resource, about),
      hasFailed: false,
    } as const
    const others = recordsThatMayBe(session)
    const verdict = await existsUnder(`exists:${id}`, doubt, {
      definition,
      settler,
      others,
      verdicts: new Map(),
    }).catch((thrown: unknown) => {
      throw thrown instanceof NoSuchId ? notThere(id, thrown.found) : thrown
    })
    const holder = session.records.named(resource.name)
    const changes = verdictChanges(doubt, verdict, { definition, holder, now, isOver: true }).map((change) =>
      seenNow(change, about.id, settler),
    )
    for (const change of changes) if (change.kind === 'resource') await session.values.mayImport(change.resource)
    journal.refuseUnrecorded()
    await journal.write(changes)
    session.outcome.takenIn.add(about.id)
    const record = session.records.get(about.id)
    if (record !== undefined) this.#before.add(record)
    return id
  }

  #isRecorded(names: readonly string[]): boolean {
    const { records } = this.#session
    return names.some((name) =>
      this.#before.named(name).some((id) => {
        const record = records.get(id)
        return record !== undefined && mayExist(record)
      }),
    )
  }

  #refuseSame({ name, type, options }: CheckedResource, id: string): void {
    const thing = JSON.stringify([type, options?.provider ?? '', id])
    const other = this.#asked.get(thing)
    if (other !== undefined) {
      const { message, hint } = importedTwice(name, other, type, id)
      throw new Failure('blueprint/bad-import', message, { hint })
    }
    this.#asked.set(thing, name)
  }
}

function notThere(id: string, found: string | undefined): Failure {
  const what = found === undefined ? `no id "${id}"` : `"${found}", not "${id}"`
  return new Failure('engine/no-such-id', `it cannot be imported: its provider finds ${what}`, {
    hint: 'look up its id at the service, and correct its option import; if the resource is gone, remove the option, and up creates a new one',
  })
}

function notById({ type }: CheckedResource): Failure {
  return new Failure(
    'engine/needs-no-id',
    `it cannot be imported: a ${type} has no id by which its provider could find it`,
    { hint: 'slipway up would create a second one: remove the existing one first, or do not ask for it' },
  )
}
