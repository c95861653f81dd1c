import { holderText } from '@slipway/operations/lease/instance-lock'
import { forgetResource, type ForgetQuestion } from '@slipway/operations/state/by-hand/forget'
import { protectInstance, type Protected, protectResource } from '@slipway/operations/state/by-hand/protect'
import { renameResource } from '@slipway/operations/state/by-hand/rename'
import type { Loss } from '@slipway/operations/state/transfer/replaced'
import { importState, type ReplaceQuestion, type StateFormat } from '@slipway/operations/state/transfer/transfer'
import { unlockInstance, type UnlockQuestion } from '@slipway/operations/state/unlock'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { type BlueprintOptions, usage } from '../requests/options.ts'
import { agreement, changeRequest } from '../requests/requests.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { oldFormAgreement, type OldFormOption } from './old-form.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway state rm RESOURCE`: Slipway forgets the resource, and nothing happens to its thing. */
export async function forget(
  console: Console,
  name: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<number> {
  const request = changeRequest(file, options, agreement(console, options, forgetWords))
  const done = await forgetResource(slipwayOf(console), name, request, sayEvents(console))
  if (done.outcome === 'declined') return exitCodes.failed
  console.err.write(`${forgottenWords(done)}\n`)
  return exitCodes.ok
}

/** `slipway state mv RESOURCE NAME`: changes only the record, not its thing. */
export async function rename(
  console: Console,
  names: readonly [from: string, to: string],
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const request = changeRequest(file, options, undefined)
  const { resource, to } = await renameResource(slipwayOf(console), ...names, request, sayEvents(console))
  console.err.write(`${resource.name} (${resource.type}) is now called ${to}.\n`)
}

/** `slipway state protect RESOURCE`, or `--instance NAME` alone. */
export async function protect(
  console: Console,
  name: string | undefined,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const request = changeRequest(file, options, undefined)
  if (name === undefined) return await protectAll(console, true, options)
  const done = await protectResource(slipwayOf(console), name, true, request, sayEvents(console))
  console.err.write(`${ofInstance(done)} ${done.isNew ? 'is protected now' : 'was protected before'}.\n`)
}

/** `slipway state unprotect RESOURCE`, or `--instance NAME` alone. */
export async function unprotect(
  console: Console,
  name: string | undefined,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const request = changeRequest(file, options, undefined)
  if (name === undefined) return await protectAll(console, false, options)
  const done = await protectResource(slipwayOf(console), name, false, request, sayEvents(console))
  console.err.write(`${ofInstance(done)} ${done.isNew ? 'is no longer protected' : 'was not protected'}.\n`)
}

/** `db (local/file) of staging`: the user sees at once if another instance was meant. */
function ofInstance({ resource: { name, type }, instance }: Protected): string {
  return `${name} (${type}) of ${instance}`
}

/** Protects all resources of the named instance; to lift the protection of all, the user must say so. */
async function protectAll(console: Console, isProtected: boolean, options: BlueprintOptions): Promise<void> {
  if (options.instance === undefined) throw usage(`name a resource, or a whole instance: --instance NAME`)
  const request = changeRequest(undefined, options, undefined)
  const { instance, isNew } = await protectInstance(slipwayOf(console), isProtected, request, sayEvents(console))
  const words = isProtected
    ? isNew
      ? 'is now protected: nothing in it can be destroyed or replaced'
      : 'was protected before'
    : isNew
      ? 'is no longer protected as a whole'
      : 'was not protected as a whole'
  console.err.write(`${instance} ${words}.\n`)
}

function forgottenWords(done: ForgetQuestion): string {
  if ('link' in done) return `The link ${done.link.name} is forgotten. Its changes stay, and are yours to look after.`
  return 'resource' in done
    ? `${named(done)} ${done.parts.length === 0 ? 'is' : 'are'} forgotten. ${existence(done)}${readersText(done)}`
    : `The record of ${done.damaged.kind} ${done.damaged.id} is gone.`
}

type ForgottenResource = Extract<ForgetQuestion, { readonly resource: unknown }>

function existence({ resource, parts, isProvider }: ForgottenResource): string {
  if (parts.length > 0) return 'The resources still exist, and are yours to look after.'
  if (isProvider) return 'It configured a plugin, so nothing exists outside.'
  return `${resource.deployedAt === undefined ? 'If it was made, it still exists' : 'It still exists'}, and is yours to look after.`
}

function readersText({ readers }: ForgottenResource): string {
  return readers.length === 0 ? '' : ` Its readers stay recorded: ${shown(readers)}.`
}

/** `web and what was made for it (web:bucket and 2 more)`. */
function named({ resource: { name }, parts }: ForgottenResource): string {
  const [first, ...more] = parts
  if (first === undefined) return name
  return `${name} and what was made for it (${first.name}${more.length === 0 ? '' : ` and ${more.length} more`})`
}

function forgetWords(question: ForgetQuestion): string {
  if ('resource' in question)
    return question.parts.length === 0
      ? `Forget ${question.resource.name} (${question.resource.type}) without destroying it?${readersText(question)}`
      : `Forget ${named(question)} without destroying anything?${readersText(question)}`
  if ('link' in question) return `Forget the link ${question.link.name} without undoing its changes?`
  const { kind, id } = question.damaged
  return `Give up the damaged record of ${kind} ${id}? The resource may still exist.`
}

/** `slipway state unlock`. */
export async function unlock(console: Console, file: string | undefined, options: BlueprintOptions): Promise<number> {
  const request = changeRequest(file, options, agreement(console, options, unlockWords))
  const { outcome, instance, holder } = await unlockInstance(slipwayOf(console), request)
  if (outcome === 'declined') return exitCodes.failed
  const who = holder === undefined ? 'the former holder' : holderText(holder)
  const end = holder === undefined ? '; if it still runs, end it' : ''
  const said = outcome === 'unlocked' ? `unlocked; ${who} can no longer write${end}` : 'not locked'
  console.err.write(`${instance} is ${said}.\n`)
  return exitCodes.ok
}

function unlockWords({ instance, holder }: UnlockQuestion): string {
  return holder === undefined
    ? `The lock of ${instance} is damaged: its holder is unknown. Remove it?`
    : `${holderText(holder)} holds the lock of ${instance}. Remove it?`
}

/** `slipway state import FILE`: replaces the record under this name, and keeps the old one beside the state. */
export async function takeIn(
  console: Console,
  exported: string,
  file: string | undefined,
  options: BlueprintOptions & OldFormOption & { readonly format?: StateFormat },
): Promise<number> {
  const agree = agreement(console, options, replaceWords)
  const { format } = options
  const oldForm = oldFormAgreement(console, options)
  const request = { ...changeRequest(file, options, agree), oldForm, ...(format !== undefined && { format }) }
  const imported = await importState(slipwayOf(console), exported, request, sayEvents(console))
  const { outcome, instance, told, replaced } = imported
  if (options.json === true) console.out.write(jsonReport(imported))
  if (outcome === 'declined') return exitCodes.failed
  if (options.json === true) return exitCodes.ok
  for (const sentence of told) console.err.write(`${sentence}\n`)
  console.err.write(`${instance} is imported.\n`)
  if (replaced !== undefined) {
    for (const sentence of lossWords(replaced)) console.err.write(`${sentence}\n`)
    console.err.write(`The former records are kept in ${replaced.aside}\n`)
  }
  return exitCodes.ok
}

function replaceWords({ instance, ...loss }: ReplaceQuestion): string {
  return [...lossWords(loss), `Replace the records of ${instance}?`].join('\n')
}

function lossWords({ lost, inDoubt }: Loss): readonly string[] {
  if (lost.length === 0) return []
  return [
    `The import does not have these former records: ${shown(lost)}. If their resources exist, they are yours to look after.`,
    ...(inDoubt.length === 0 ? [] : [`These are in doubt: ${shown(inDoubt)}. Check outside.`]),
  ]
}

/** How many names one sentence contains. */
const mostNames = 10

function shown(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return names.slice(0, mostNames).join(', ') + more
}
