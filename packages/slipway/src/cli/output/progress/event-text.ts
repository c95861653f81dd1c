import type { Action, RunEvent } from '@slipway/engine'
import { visible, visibleBelow } from '@slipway/source/visible'
import type { Colors } from '../../console/console.ts'
import { bounds, firstOf, shortened } from '../bounds.ts'
import { durationText } from '@slipway/operations/duration'
import { colorOf, isFound, symbolOf } from '../steps/step-text.ts'
import { taskEventText, type TaskTextOptions } from './task-event-text.ts'
import { plainWords } from '../plain-words.ts'
import type { ProgressEvent } from './progress-sink.ts'

const doing: Readonly<Record<Action, string>> = {
  create: 'creating',
  update: 'updating',
  replace: 'replacing',
  delete: 'destroying',
  forget: 'forgetting',
  none: 'checking',
}

const done: Readonly<Record<Action, string>> = {
  create: 'created',
  update: 'updated',
  replace: 'replaced',
  delete: 'destroyed',
  forget: 'forgotten',
  none: 'checked',
}

/** Verdicts on calls in doubt, in words. */
const verdicts: Readonly<Record<string, string>> = {
  exists: 'it exists',
  missing: 'it does not exist',
  absent: 'it does not exist, but may still appear',
  repeat: 'repeating it is harmless',
  unknown: 'its plugin cannot tell',
}

/** @param operation of the run; a refresh only reads, whatever it will record */
export function doingText(
  event: Pick<RunEvent & { type: 'step-started' }, 'action' | 'found'>,
  operation: string,
): string {
  const { action, found } = event
  if (operation === 'refresh') return 'refreshing'
  if (found !== undefined && isFound(event)) return found.by === 'read' ? 'reading' : 'importing'
  return doing[action]
}

/** A refresh changes nothing but the records. */
function doneText(event: RunEvent & { type: 'step-finished' }, operation: string): string {
  const { action, found } = event
  if (found !== undefined && isFound(event)) return found.by === 'read' ? 'read' : 'imported'
  return operation === 'refresh' && action === 'update' ? 'recorded' : done[action]
}

/** How many characters of a reason are shown during a run; its end shows more. */
const passingWords = 300

/**
 * The permanent line for an event, without its line break; nothing for an event that matters only for a moment.
 *
 * @param operation of the event's run
 */
export function lastingText(
  event: ProgressEvent,
  colors: Colors,
  operation: string,
  options: TaskTextOptions = {},
): string | undefined {
  switch (event.type) {
    case 'step-finished':
      return `${colorOf(event.action, colors)(symbolOf(event))} ${visible(event.name)} ${doneText(event, operation)}${event.because === undefined ? '' : `: ${visible(event.because)}`} ${colors.dim(`(${durationText(event.durationMs)})`)}`
    case 'step-failed':
      return failedText(event, colors, operation)
    case 'step-dropped':
      return `  ${visible(event.name)} ${droppedText(event.action)}: ${visible(event.because)}`
    case 'step-skipped':
      return colors.yellow(`! ${skippedText(event.name, event.action)}: ${visible(event.because)}`)
    case 'attempt-failed':
      return attemptText(event, colors)
    case 'doubt-settled':
      return `${colors.cyan('?')} ${visible(event.name)}: checked the outcome of its last ${event.action}: ${verdicts[event.verdict] ?? event.verdict}`
    case 'not-found-yet':
      return `${colors.cyan('?')} ${visible(event.name)}: made or changed a moment ago, but not found yet; looking for it for up to ${durationText(event.waitMs)}`
    case 'delete-delayed':
      return `${colors.cyan('?')} ${visible(event.name)}: its last delete was cut short and may still take effect; it is repeated in ${durationText(event.waitMs)}`
    case 'run-started':
    case 'step-started':
    case 'step-waiting':
    case 'link-phase':
    case 'run-finished':
      return undefined
    default:
      return taskEventText(event, colors, options)
  }
}

/** A thing that is not destroyed is not "skipped" for its owner: it stays. */
function skippedText(name: string, action: Action): string {
  return action === 'delete' ? `${visible(name)} stays` : `${visible(name)} skipped`
}

/** The message for a step that is not taken after all. */
function droppedText(action: string): string {
  if (action === 'create') return 'is not made'
  return action === 'delete' ? 'stays' : 'is to go'
}

/** True if the provider has answered with a failure, but only the user can find out whether it made something all the same. */
function isOpen({ action, inDoubt, code }: RunEvent & { type: 'step-failed' }): boolean {
  return inDoubt && (action === 'create' || action === 'replace') && code !== 'engine/in-doubt'
}

function failedText(event: RunEvent & { type: 'step-failed' }, colors: Colors, operation: string): string {
  const [first = event.code, ...more] = firstOf(event.reasons, bounds.reasons, passingWords).map((reason) =>
    visibleBelow(plainWords(reason), '    '),
  )
  const kind = event.pluginErrorCode === undefined ? '' : ` (${event.pluginErrorCode})`
  const lines = [
    `${colors.red('x')} ${visible(event.name)} ${colors.red(`failed ${doingText(event, operation)}${isOpen(event) ? ', may exist' : ''}`)}${kind}: ${first}`,
  ]
  for (const reason of more) lines.push(`    ${reason}`)
  return lines.join('\n')
}

/** The purpose of a call that does not make the change after which its step is named. */
const asking: Readonly<Record<string, string>> = {
  'provider.Resource.GetExternalState': ' (looking at it)',
  'provider.Resource.Destroy': ' (destroying)',
  'provider.Resource.HasStabilised': ' (waiting until it is ready)',
  'provider.DataSource.Fetch': ' (reading)',
}

/** A call that failed and is repeated. */
export function attemptText(event: RunEvent & { type: 'attempt-failed' }, colors: Colors): string | undefined {
  const { name, method, attempt, mostAttempts = 1, reasons, retryInMs } = event
  const subject = `! ${visible(name)}${asking[method] ?? ''}`
  const count = `attempt ${attempt} of ${mostAttempts}`
  if (retryInMs !== undefined) {
    const why = visible(plainWords(shortened(reasons.join('; '), passingWords)))
    return colors.yellow(`${subject}: ${why}, ${count}, again in ${durationText(retryInMs)}`)
  }
  // The reason of the last failure covers the others; a call without retries does not mention attempts.
  return attempt === 1 ? undefined : colors.yellow(`${subject}: ${count} failed, too`)
}
