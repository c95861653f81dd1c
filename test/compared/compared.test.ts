/** What docs/reference/compared.md says of itself is what its tables say. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/compared.md'), 'utf8')

/** The last words of the numbered rows below a heading: yes, partly, no, later. */
function verdicts(heading: string): readonly string[] {
  const [, section = ''] = page.split(`## ${heading}\n`)
  const [rows = ''] = section.split('\n## ')
  return Array.from(rows.matchAll(/^\| \d+ \|.*\| (\w+) \|$/gm), ([, verdict = '']) => verdict)
}

const features = [...verdicts('From OpenTofu'), ...verdicts('From Pulumi')]
const countOf = (wanted: string): number => features.filter((verdict) => verdict === wanted).length

test('there are all features of both tools, and all wishes', () => {
  assert.deepEqual([features.length, verdicts('The 25 wishes').length], [52 + 40, 25])
  const known = new Set(['yes', 'partly', 'no', 'later'])
  assert.deepEqual(
    features.filter((verdict) => !known.has(verdict)),
    [],
  )
})

test('the counts in the text are those of the tables', () => {
  const [, yes, all, partly, no] =
    /\((\d+) of the (\d+) features below[^)]*\), `partly` less than there \((\d+)\), `no` is missing \((\d+)\)/.exec(
      page,
    ) ?? []
  assert.deepEqual([yes, all, partly, no].map(Number), [
    countOf('yes'),
    features.length - countOf('later'),
    countOf('partly'),
    countOf('no'),
  ])
})

test('85 of a hundred features that need neither installer nor service are the same or better, and 20 wishes', () => {
  assert.ok(countOf('yes') / (features.length - countOf('later')) >= 0.85)
  assert.ok(verdicts('The 25 wishes').filter((verdict) => verdict === 'yes').length >= 20)
})
