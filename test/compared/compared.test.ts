/** What the comparison claims is counted: nobody changes a row without seeing what that does to the whole. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/compared.md'), 'utf8')

type Verdict = 'yes' | 'partly' | 'no' | 'later'

function verdictsIn(title: string): readonly Verdict[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(title)) ?? ''
  const rows = section.split('\n').flatMap((line) => {
    const [, number, verdict] = /^\| (\d+) \|.*\| (yes|partly|no|later) \|$/.exec(line) ?? []
    return number === undefined ? [] : [{ number: Number(number), verdict: verdict as Verdict }]
  })
  assert.deepEqual(
    rows.map(({ number }) => number),
    rows.map((_, index) => index + 1),
    `${title}: a row is missing or has no verdict`,
  )
  return rows.map(({ verdict }) => verdict)
}

test('every feature has its row; of those that need neither installer nor service these are there', () => {
  const all = [...verdictsIn('From OpenTofu'), ...verdictsIn('From Pulumi')]
  assert.equal(all.length, 52 + 40)
  const possible = all.filter((verdict) => verdict !== 'later')
  const count = (verdict: Verdict): number => possible.filter((one) => one === verdict).length
  assert.deepEqual([possible.length, count('yes'), count('partly'), count('no')], [83, 66, 12, 5])
})

test('twenty of the 25 wishes are answered, and the rest says what it waits for', () => {
  const wishes = verdictsIn('The 25 wishes')
  assert.equal(wishes.length, 25)
  assert.ok(wishes.filter((verdict) => verdict === 'yes').length >= 20)
  assert.ok(wishes.every((verdict) => verdict === 'yes' || verdict === 'later'))
})
