import { visible } from '@slipway/source/visible'
import type { RunRecord } from '@slipway/stores'
import { firstOf } from '../bounds.ts'
import { durationText } from '@slipway/operations/duration'
import { table } from '../table.ts'

/** Past runs, newest first, each with the reason for a failure and the end of its stage tasks below it. */
export function historyText(runs: readonly RunRecord[]): string {
  if (runs.length === 0) return 'No runs yet.\n'
  const [head, ...lines] = table([['STARTED', 'RUN', 'RESULT', 'TOOK', 'BY', 'CHANGES'], ...runs.map(rowOf)]).split(
    '\n',
  )
  return [
    head,
    ...lines.flatMap((line, index) =>
      [line].concat(reasonsOf(runs[index]), attemptsOf(runs[index]), tasksOf(runs[index])),
    ),
  ].join('\n')
}

function rowOf({ startedAt, finishedAt, operation, outcome, user, host, counts }: RunRecord): readonly string[] {
  const changes = Object.entries(counts).filter(([, count]) => count > 0)
  return [
    new Date(startedAt).toISOString().slice(0, 19).replace('T', ' '),
    operation,
    outcome,
    finishedAt === undefined ? '-' : durationText(finishedAt - startedAt),
    `${user}@${host}`,
    changes.map(([action, count]) => `${count} ${action}`).join(', ') || '-',
  ]
}

function reasonsOf(run: RunRecord | undefined): string[] {
  return firstOf(run?.reasons ?? []).map((reason) => `    ${visible(reason)}`)
}

/** `calls that failed: big 2 TRANSIENT`; the JSON has the message of each attempt. */
function attemptsOf(run: RunRecord | undefined): string[] {
  if (run?.attempts === undefined) return []
  const counts = Map.groupBy(run.attempts, ({ name, code }) => `${visible(name)} ${code}`)
  const words = Array.from(counts, ([of, { length }]) => of.replace(/ (\w+)$/, ` ${length} $1`))
  return [`    calls that failed: ${firstOf(words).join(', ')}`]
}

/** `tasks: 4 succeeded, 1 failed` */
function tasksOf(run: RunRecord | undefined): string[] {
  if (run?.tasks === undefined) return []
  const counts = Array.from(
    Map.groupBy(run.tasks, ({ outcome }) => outcome),
    ([outcome, { length }]) => `${length} ${outcome}`,
  )
  return [`    tasks: ${counts.join(', ')}`]
}
