import { tallyOf, type Tally } from './tally.ts'

/** The facts about a row for a later comparison. */
interface CountedRow {
  readonly checksum: number
  readonly intact: boolean
}

/** The reason why these rows differ from the written ones, if the rows themselves do not show it. */
export function lostAmong(rows: readonly CountedRow[], expected: Tally | undefined): string | undefined {
  const there = tallyOf(rows)
  const wanted = expected ?? { rows: 0, sum: 0 }
  const [gone, more] = [wanted.rows - there.rows, there.rows - wanted.rows]
  if (gone > 0) return `${gone} of its ${wanted.rows} records ${gone === 1 ? 'is' : 'are'} gone`
  if (more > 0) return `${more} of its ${there.rows} records ${more === 1 ? 'was' : 'were'} not written by Slipway`
  // A damaged row is reported separately.
  const isOld = there.sum !== wanted.sum && rows.every(({ intact }) => intact)
  return isOld ? 'one of its records is older than the last written one' : undefined
}

/** `3 past runs are` */
export function pastRuns(count: number): string {
  return count === 1 ? '1 past run is' : `${count} past runs are`
}
