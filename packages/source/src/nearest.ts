/** Looking through more, or at longer words, would make people wait for a hint. */
const mostCandidates = 5000
const longestWord = 200

/** The candidate that a mistyped word most likely means; `undefined` if none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  // One or two letters are near to everything, so that only their case may differ.
  let limit = Math.floor(wanted.length / 3) + 1
  let left = mostCandidates
  for (const candidate of candidates) {
    if (left-- === 0) break
    if (Math.abs(candidate.length - wanted.length) >= limit) continue
    const distance = editDistance(wanted, candidate.toLowerCase(), limit)
    if (distance >= limit) continue
    best = candidate
    limit = distance
    if (distance === 0) break
  }
  return best ?? containing(wanted, candidates)
}

/** A candidate that contains the word. A user who writes `upper` for `to_upper` has left a part out. */
function containing(wanted: string, candidates: Iterable<string>): string | undefined {
  if (wanted.length < 4) return undefined
  let left = mostCandidates
  for (const candidate of candidates) {
    if (left-- === 0) break
    if (candidate.length <= longestWord && candidate.toLowerCase().includes(wanted)) return candidate
  }
  return undefined
}

/** As a hint: `did you mean "region"?` */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(word, candidates)
  return found === undefined ? undefined : `did you mean "${found}"?`
}

/** As a hint: the nearest name, or else all of them. */
export function nearestOrAll(word: string, names: readonly string[]): string {
  return didYouMean(word, names) ?? (names.length === 0 ? 'there are none' : `there are: ${names.join(', ')}`)
}

/** Insertions, deletions, replacements and swaps of neighbours; anything from `limit` on is `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let smallest = i
    for (let j = 1; j <= b.length; j++) {
      const replace = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let cost = Math.min(replace, at(last, j) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(beforeLast, j - 2) + 1)
      row.push(cost)
      if (cost < smallest) smallest = cost
    }
    if (smallest >= limit) return limit
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
