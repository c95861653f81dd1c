/** The tables of docs/reference/compared.md agree with its text, and each of their rows is tried. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { describe, test as testRow } from '../cases.ts'
import { makeSandbox } from '../scenarios/transcript.ts'
import { ofPulumi, ofTofu, wishes, type Claim } from './claims.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/reference/compared.md'), 'utf8')

interface Row {
  readonly number: number
  /** `yes`, `partly`, `no`, `later` */
  readonly verdict: string
}

/** The numbered rows below a heading. */
function rowsBelow(heading: string): readonly Row[] {
  const [, section = ''] = page.split(`## ${heading}\n`)
  const [rows = ''] = section.split('\n## ')
  return Array.from(rows.matchAll(/^\| (\d+) \|.*\| (\w+) \|$/gm), ([, number, verdict = '']) => ({
    number: Number(number),
    verdict,
  }))
}

const verdicts = (heading: string): readonly string[] => rowsBelow(heading).map(({ verdict }) => verdict)

const features = [...verdicts('From OpenTofu'), ...verdicts('From Pulumi')]
const countOf = (wanted: string): number => features.filter((verdict) => verdict === wanted).length

test('all features of both tools, and all wishes, are listed', () => {
  assert.deepEqual([features.length, verdicts('The 25 wishes').length], [52 + 40, 25])
  const known = new Set(['yes', 'partly', 'no', 'later'])
  assert.deepEqual(
    features.filter((verdict) => !known.has(verdict)),
    [],
  )
})

test('the counts in the text match the tables', () => {
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

test('four of five features without a service are the same or better, and so are 20 wishes', () => {
  assert.ok(countOf('yes') / (features.length - countOf('later')) >= 0.8)
  assert.ok(verdicts('The 25 wishes').filter((verdict) => verdict === 'yes').length >= 20)
})

const tables: Readonly<Record<string, Readonly<Record<number, Claim>>>> = {
  'From OpenTofu': ofTofu,
  'From Pulumi': ofPulumi,
  'The 25 wishes': wishes,
}

const sandbox = await makeSandbox([join(import.meta.dirname, 'files')])
after(() => sandbox.remove())

for (const [heading, claims] of Object.entries(tables)) {
  describe(heading, () => {
    test('every claim has a test', () => {
      const claiming = rowsBelow(heading).filter(({ verdict }) => verdict === 'yes' || verdict === 'partly')
      assert.deepEqual(
        claiming.map(({ number }) => number),
        Object.keys(claims).map(Number),
      )
    })

    test('every named test or benchmark exists', () => {
      for (const claim of Object.values(claims)) {
        if ('bench' in claim) assert.ok(existsSync(join(root, claim.bench)), claim.bench)
        if ('file' in claim) assertIsTest(claim)
      }
    })

    for (const [row, claim] of Object.entries(claims)) {
      if (!('does' in claim)) continue
      testRow(row, () => {
        const folder = `${heading.replaceAll(' ', '-')}-${row}`
        sandbox.run(`mkdir ${folder} && cp *.yaml ${folder}`)
        const said = sandbox.run(`cd ${folder} && ${claim.does}`)
        assert.match(said, claim.says)
      })
    }
  })
}

/** Checks that the named test exists, so that it runs with all the others. A scenario is a test with the name of its folder. */
function assertIsTest({ file, test: title }: { readonly file: string; readonly test: string }): void {
  const text = readFileSync(join(root, file), 'utf8')
  const isScenario = file === 'test/scenarios/run.test.ts' && existsSync(join(root, 'test/scenarios', title))
  assert.ok(isScenario || text.includes(`'${title}'`), `${file} has no test called ${title}`)
}
