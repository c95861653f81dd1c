import { Failure } from '@slipway/model'
import { recordToTree, type SecretWriter } from '../encoding/codec.ts'
import { missingKeys } from '../encoding/missing-keys.ts'
import type { Sealer, StateStore } from '../port.ts'
import type { DamagedRecord, RecordKinds } from '../records.ts'
import { recordPlace } from '../seal/state-seal.ts'
import { documentFormat, documentVersion, type StateDocument } from './document.ts'

export interface ExportOptions {
  readonly sealer: Sealer
  /** Writes secrets in plain text: only because a user asked for it. */
  readonly revealSecrets?: boolean
  /** Receives past runs that are left out because their records cannot be read; any other such record fails the export. */
  readonly onDamaged?: (record: DamagedRecord) => void
}

/**
 * The whole of an instance, its history included, as JSON text. Secrets whose key is not here stay sealed as they are,
 * unless they are to be shown. Fails with `state/unknown-instance`.
 */
export async function exportInstance(store: StateStore, name: string, options: ExportOptions): Promise<string> {
  const looked = await store.load(name, { skipDamaged: true })
  const isWhole =
    looked?.damaged?.length === 0 && (options.revealSecrets !== true || missingKeys([looked]).length === 0)
  // A damaged state is refused, as a run would refuse it.
  const state = isWhole ? looked : await store.load(name)
  if (state === undefined) {
    const others = (await store.instances()).map((instance) => instance.name)
    const known = others.length === 0 ? 'there is no instance yet' : `there are: ${others.join(', ')}`
    throw new Failure('state/unknown-instance', `there is no instance called ${name}`, { hint: known })
  }
  const runs = await store.runs(name, Number.MAX_SAFE_INTEGER, options.onDamaged)
  const secrets = countingWriter(options)
  const { state: stateId } = await store.seals()
  const tree = (kind: keyof RecordKinds, id: string, record: object): object =>
    recordToTree(record, secrets.writer, recordPlace(stateId, name, kind, id))
  const records = {
    instance: tree('instance', name, state.instance),
    resources: state.resources.map((record) => tree('resource', record.id, record)),
    intents: state.intents.map((record) => tree('intent', record.id, record)),
    runs: runs.toReversed().map((record) => tree('run', record.id, record)),
    tasks: (state.tasks ?? []).map((record) => tree('task', record.id, record)),
    links: (state.links ?? []).map((record) => tree('link', record.id, record)),
    children: (state.children ?? []).map((record) => tree('child', record.name, record)),
  }
  const keys = [...(secrets.sealed() ? [options.sealer.keyId] : []), ...missingKeys([state, ...runs])]
  const sealedWith = keys.length === 0 ? {} : { sealedWith: keys.join(', ') }
  const head = { format: documentFormat, version: documentVersion, purpose: 'state', state: stateId } as const
  const document: StateDocument = { ...head, ...sealedWith, ...records }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** Also reports afterwards whether anything was sealed, so that a state without secrets asks for no key. */
function countingWriter({ sealer, revealSecrets = false }: ExportOptions): {
  readonly writer: SecretWriter
  sealed(): boolean
} {
  if (revealSecrets) return { writer: 'reveal', sealed: () => false }
  let sealed = false
  const seal: Sealer['seal'] = (plain, place) => {
    sealed = true
    return sealer.seal(plain, place)
  }
  return { writer: { seal }, sealed: () => sealed }
}
