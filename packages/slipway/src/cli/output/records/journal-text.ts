import type { Journal, JournalEntry } from '@slipway/operations/look/journal'
import { visible } from '@slipway/source/visible'
import { shortened } from '../bounds.ts'
import { table } from '../table.ts'

const words: Readonly<Record<JournalEntry['kind'], string>> = {
  begun: 'begun',
  open: 'IN DOUBT',
  'failed-call': 'call failed',
  recorded: 'recorded',
  link: 'link',
  task: 'task',
  ended: 'ended',
}

/** The journal of a run, one line for each entry, in the order of time. */
export function journalText({ run, entries }: Journal): string {
  const rows = entries.map(({ at, kind, name, what }) => [
    new Date(at).toISOString().slice(11, 23),
    words[kind],
    visible(name),
    visible(shortened(what)),
  ])
  const day = new Date(run.startedAt).toISOString().slice(0, 10)
  return table([[day, 'WHAT', 'OF', ''], ...rows])
}
