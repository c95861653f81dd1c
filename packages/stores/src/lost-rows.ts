import { tallyOf, type Tally } from './tally.ts'

/** Kept of a row to be compared later. */
interface CountedRow {
  readonly checksum: number
  readonly intact: boolean
}

/** Why these rows are not those that were written, as far as nobody can see it from the rows themselves. */
export function lostAmong(rows: readonly CountedRow[], expected: Tally | undefined): string | undefined {
  const there = tallyOf(rows)
  const wanted = expected ?? { rows: 0, sum: 0 }
  const [gone, more] = [wanted.rows - there.rows, there.rows - wanted.rows]
  if (gone > 0) return `${gone} of its ${wanted.rows} records ${gone === 1 ? 'is' : 'are'} gone`
  if (more > 0) return `${more} of its ${there.rows} records ${more === 1 ? 'was' : 'were'} not written by Slipway`
  // A row that is damaged is named by itself.
  const isOld = there.sum !== wanted.sum && rows.every(({ intact }) => intact)
  return isOld ? 'one of its records is not the one that was written last' : undefined
}

/** `3 past runs are` */
export function pastRuns(count: number): string {
  return count === 1 ? '1 past run is' : `${count} past runs are`
}
