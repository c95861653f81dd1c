import type { InstanceState, LinkRecord, ResourceRecord, RunRecord } from '@slipway/stores'
import { Failure } from '@slipway/model'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { withState } from '../state/open-state.ts'

export interface JournalRequest extends ProjectRequest {
  /** The id of the run, or its beginning. Default: the newest run. */
  readonly run?: string | undefined
}

/** The remaining traces of one run in the state, in chronological order. */
export interface Journal {
  readonly run: RunRecord
  readonly entries: readonly JournalEntry[]
}

export interface JournalEntry {
  /** The time in Unix milliseconds. */
  readonly at: number
  readonly kind: 'begun' | 'open' | 'failed-call' | 'recorded' | 'link' | 'task' | 'ended'
  /** The name of the resource, link or task; for an entry of the run itself, its operation. */
  readonly name: string
  /** The entry as a sentence. */
  readonly what: string
}

/**
 * Returns the journal of a run: its start and end, failed calls, the records that it was the last to write, and calls that began and whose end is
 * unknown. A record that a later run rewrote appears in that run's journal.
 *
 * @throws Failure `cli/no-such-run`
 */
export function journalOf(slipway: Slipway, request: JournalRequest = {}): Promise<Journal> {
  return withState(slipway, request, 'look', async ({ store, name, load }) => {
    const state = await load({ skipDamaged: true })
    const runs = await store.runs(await name(), Number.MAX_SAFE_INTEGER)
    const at = request.run === undefined ? 0 : runs.findIndex(({ id }) => id.startsWith(request.run ?? ''))
    const run = runs[at]
    if (run === undefined) {
      const message = request.run === undefined ? 'there has been no run yet' : `there is no run ${request.run}`
      throw new Failure('cli/no-such-run', `${message} of ${await name()}`, {
        hint: `there are: ${runs.map(({ id }) => id).join(', ') || 'none'}`,
      })
    }
    return { run, entries: entriesOf(run, runs[at - 1], state) }
  })
}

/** The function is exported for its test. */
export function entriesOf(run: RunRecord, next: RunRecord | undefined, state: InstanceState): readonly JournalEntry[] {
  const end = next?.startedAt ?? Number.POSITIVE_INFINITY
  const isOfRun = ({ updatedAt }: { readonly updatedAt: number }): boolean =>
    updatedAt >= run.startedAt && updatedAt < end
  const { resources, links = [], intents, tasks = [] } = state
  const entries: JournalEntry[] = [
    { at: run.startedAt, kind: 'begun', name: run.operation, what: `by ${run.user}@${run.host}, run ${run.id}` },
    ...intents
      .filter(({ runId }) => runId === run.id)
      .map(({ startedAt: at, action, resource }) => ({
        at,
        kind: 'open' as const,
        name: resource.name,
        what: `${action} (${resource.type}, id ${resource.id}) has begun; its outcome is unknown`,
      })),
    ...(run.attempts ?? []).map(({ at, name, method, attempt, code, reasons, durationMs, pluginId }) => ({
      at,
      kind: 'failed-call' as const,
      name,
      what: `${method} of ${pluginId} failed with ${code} (attempt ${attempt}, ${durationMs} ms): ${reasons.join('; ')}`,
    })),
    ...resources.filter(isOfRun).map((record) => recordEntry(record, 'recorded')),
    ...links.filter(isOfRun).map((record) => recordEntry(record, 'link')),
    ...tasks
      .filter(({ runId }) => runId === run.id)
      .map(({ finishedAt, startedAt, id, outcome, reason }) => ({
        at: finishedAt ?? startedAt,
        kind: 'task' as const,
        name: id,
        what: reason === undefined ? outcome : `${outcome}: ${reason}`,
      })),
  ]
  if (run.finishedAt !== undefined) {
    const counts = Object.entries(run.counts).map(([action, count]) => `${count} ${action}`)
    const what = [run.outcome, ...counts, ...run.reasons].join('; ')
    entries.push({ at: run.finishedAt, kind: 'ended', name: run.operation, what })
  }
  return entries.toSorted((a, b) => a.at - b.at)
}

function recordEntry(record: ResourceRecord | LinkRecord, kind: 'recorded' | 'link'): JournalEntry {
  const { name, type, status, id, updatedAt, durationMs, failureReasons, pluginId, pluginVersion } = record
  const took = durationMs === undefined ? '' : ` after ${durationMs} ms`
  const old = 'replaced' in record && record.replaced ? ', another generation of its name' : ''
  const why = failureReasons.length === 0 ? '' : `: ${failureReasons.join('; ')}`
  const what = `${status}${took} (${type} ${id}${old}, by ${`${pluginId} ${pluginVersion}`.trim()})${why}`
  return { at: updatedAt, kind, name, what }
}
