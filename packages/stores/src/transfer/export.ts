import { Failure } from '@slipway/model'
import { recordToTree, type SecretWriter } from '../codec.ts'
import { missingKeys } from '../missing-keys.ts'
import type { Sealer, StateStore } from '../port.ts'
import type { DamagedRecord } from '../records.ts'
import { documentFormat, documentVersion, type StateDocument } from './document.ts'

export interface ExportOptions {
  readonly sealer: Sealer
  /** Writes secrets in plain text: only because a user asked for it. */
  readonly revealSecrets?: boolean
  /** Told of past runs that are left out because their records cannot be read; anything else of the kind fails the export. */
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
  const tree = (record: object): object => recordToTree(record, secrets.writer)
  const records = {
    instance: tree(state.instance),
    resources: state.resources.map(tree),
    intents: state.intents.map(tree),
    runs: runs.toReversed().map(tree),
    tasks: (state.tasks ?? []).map(tree),
    links: (state.links ?? []).map(tree),
    children: (state.children ?? []).map(tree),
  }
  const keys = [...(secrets.sealed() ? [options.sealer.keyId] : []), ...missingKeys([state, ...runs])]
  const sealedWith = keys.length === 0 ? {} : { sealedWith: keys.join(', ') }
  const document: StateDocument = { format: documentFormat, version: documentVersion, ...sealedWith, ...records }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** Tells afterwards whether anything was sealed, so that state without secrets asks for no key. */
function countingWriter({ sealer, revealSecrets = false }: ExportOptions): {
  readonly writer: SecretWriter
  sealed(): boolean
} {
  if (revealSecrets) return { writer: 'reveal', sealed: () => false }
  let sealed = false
  const seal = (plain: string): string => {
    sealed = true
    return sealer.seal(plain)
  }
  return { writer: { seal }, sealed: () => sealed }
}
