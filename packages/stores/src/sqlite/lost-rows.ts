import { tallyOf, type Tally } from './tallies.ts'

/** What of the rows of an instance is kept to be compared. */
interface CountedRow {
  readonly checksum: number
  readonly intact: boolean
}

/** Why these rows are not those that were written, as far as nobody can see it from the rows themselves. */
export function lostAmong(rows: readonly CountedRow[], expected: Tally | undefined): string | undefined {
  const there = tallyOf(rows.map(({ checksum }) => checksum))
  const wanted = expected ?? { rows: 0, sum: 0 }
  if (there.rows < wanted.rows) return `${wanted.rows - there.rows} of its ${wanted.rows} records are gone`
  if (there.rows > wanted.rows) return `${there.rows - wanted.rows} of its ${there.rows} records were not counted`
  // A row that is damaged is named by itself.
  const isOld = there.sum !== wanted.sum && rows.every(({ intact }) => intact)
  return isOld ? 'one of its records is not the one that was written last' : undefined
}
