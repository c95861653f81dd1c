import { fingerprintOf, type Recipient } from '@slipway/stores/sealer'
import { privateKeyVariable } from '@slipway/operations/settings/own-secrets'
import { ownKey } from '@slipway/operations/state/keys/own-key'
import { addKey, listKeys, type ListedKeys, type ListedRecipient } from '@slipway/operations/state/keys/recipients'
import { removeKey, rotateKey, type Rotated, type RotateQuestion } from '@slipway/operations/state/keys/rotate'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { keysText } from '../output/records/inventory-text.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { askNewPassphrase, reportText } from './rekey-text.ts'

/** `slipway key show`: the public key on stdout, for `slipway state key add`; everything else on stderr. */
export async function showOwnKey(console: Console, { json = false }: BlueprintOptions): Promise<void> {
  const key = ownKey(slipwayOf(console))
  console.out.write(json ? jsonDocument(key) : `${key.publicKey}\n`)
  if (json) return
  console.err.write(`Its fingerprint: ${key.fingerprint}\n`)
  if (key.isNew)
    console.err.write(
      `The private key is new, in ${key.file ?? ''}. Keep a copy of it: if you lose the last key of a state, its secrets are lost.\n`,
    )
  if (key.from === 'passphrase')
    console.err.write(
      'Slipway made it from your passphrase and a new salt: the passphrase opens every key that is printed here.\n',
    )
  if (key.from === 'environment') console.err.write(`It belongs to the private key in ${privateKeyVariable}.\n`)
}

/** `slipway state key list` */
export async function showKeys(console: Console, file: string | undefined, options: BlueprintOptions): Promise<void> {
  const found = await listKeys(slipwayOf(console), projectRequest(file, options))
  if (options.json === true) console.out.write(jsonDocument(found))
  else showFound(console, found)
}

function showFound(console: Console, { recipients, keysInUse, key }: ListedKeys): void {
  if (recipients === undefined) {
    console.err.write(
      `This state has one key and no recipients; slipway state key add NAME PUBLIC lets others in.\n${keysText(keysInUse, console.env)}`,
    )
    return
  }
  console.out.write(
    table([['NAME', 'FINGERPRINT', ''], ...recipients.map((each) => [each.name, each.fingerprint, noteOf(each)])]),
  )
  if (recipients.every(({ isForeign }) => isForeign === undefined))
    console.err.write(
      'Slipway cannot tell whether a recipient added all of them, because none of your keys belongs to one.\n',
    )
  const former = keysInUse.filter((each) => each !== key)
  if (former.length > 0)
    console.err.write('Some secrets are still sealed with an earlier key: run slipway state key rotate.\n')
  console.err.write(lastKeyText(recipients))
}

function noteOf({ isOwn, isForeign = false }: ListedRecipient): string {
  if (isForeign) return 'NOT added by anyone with the key'
  return isOwn ? 'you' : ''
}

/** The warning about the last key, printed before its loss can happen. */
function lastKeyText(recipients: readonly Recipient[]): string {
  const [only, ...others] = recipients
  if (only === undefined || others.length > 0) return ''
  return `Only ${only.name} can open the secrets: if that private key is lost, the secrets are lost. Keep a copy of it, or add another recipient.\n`
}

/** `slipway state key add NAME PUBLIC` */
export async function add(
  console: Console,
  [name, publicKey]: readonly [name: string, publicKey: string],
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const added = await addKey(slipwayOf(console), name, publicKey, projectRequest(file, options))
  const { outcome, recipients, sealedAnew, madeKey } = added
  if (madeKey !== undefined)
    console.err.write(
      `Your own private key is new, in ${madeKey}. Keep a copy of it: without it you cannot open the secrets.\n`,
    )
  if (sealedAnew !== undefined && outcome === 'added')
    console.err.write(
      `From now on the state has its own key; the secrets of ${countText(sealedAnew)} are sealed again. An older Slipway can no longer open the state.\n`,
    )
  if (sealedAnew !== undefined && outcome === 'there-already')
    console.err.write(`The interrupted work is done: the secrets of ${countText(sealedAnew)} are sealed again.\n`)
  const said = outcome === 'added' ? 'can open the secrets now' : 'could open the secrets already'
  console.err.write(`${name} ${said}: ${fingerprintOf(publicKey)}\n${lastKeyText(recipients)}`)
}

/** `slipway state key remove NAME` */
export async function remove(
  console: Console,
  name: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<number> {
  const agree = wrapAgreement(console, options)
  const removed = await removeKey(slipwayOf(console), name, { ...projectRequest(file, options), agree })
  if (removed.outcome === 'declined') return exitCodes.failed
  if (removed.outcome === 'taken-out') {
    console.err.write(
      `${name} is removed from the list. Nobody with the key had added it, so the key stays the same.\n`,
    )
    return exitCodes.ok
  }
  console.err.write(
    `${rotatedText(removed)}${name} cannot read new secrets. ${name} may know the old ones: change them where they are used, too.\n${lastKeyText(removed.recipients)}`,
  )
  return exitCodes.ok
}

export interface RotateOptions extends BlueprintOptions {
  readonly to?: 'key-file' | 'passphrase'
}

/** `slipway state key rotate`, and `slipway state rekey` */
export async function rotate(console: Console, file: string | undefined, options: RotateOptions): Promise<number> {
  const newPassphrase = console.canAsk ? () => askNewPassphrase(console) : undefined
  const agree = wrapAgreement(console, options)
  const request = { ...projectRequest(file, options), to: options.to, newPassphrase, agree }
  const done = await rotateKey(slipwayOf(console), request)
  if (done.outcome === 'declined') return exitCodes.failed
  if (done.outcome === 'rekeyed') console.err.write(reportText(done.rekeyed, console.env))
  else console.err.write(`${rotatedText(done)}${lastKeyText(done.recipients)}`)
  return exitCodes.ok
}

/** Shows every fingerprint before any key is wrapped, and asks if there is a user to ask. */
function wrapAgreement(
  console: Console,
  { yes = false }: BlueprintOptions,
): (question: RotateQuestion) => Promise<boolean> {
  return async ({ recipients, without }) => {
    const rows = recipients.map(({ name, publicKey }) => [`  ${name}`, fingerprintOf(publicKey)])
    console.err.write(`A new key is made for:\n${table(rows)}`)
    if (without !== undefined) console.err.write(`and no longer for ${without.name}.\n`)
    if (yes || !console.canAsk) return true
    return (await import('../console/prompt.ts')).confirm('Seal every secret of the state with it?')
  }
}

function rotatedText({ outcome, records, left }: Rotated): string {
  const how = outcome === 'resumed' ? 'The interrupted rotation is done: the' : 'The'
  const rest =
    left.length === 0
      ? ''
      : 'Some secrets are still sealed with an earlier key: run slipway state key rotate again. If this message comes again, no key on this machine can open them.\n'
  return `${how} secrets of ${countText(records)} are sealed again.\n${rest}`
}

function countText(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}
