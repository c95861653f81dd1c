import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { compareVersions, isPrerelease, rangeOf } from './range.ts'

type Row = readonly [range: string, fits: readonly string[], others: readonly string[]]

function check(form: 'id' | 'terraform', table: readonly Row[]): void {
  for (const [text, fits, others] of table) {
    test(text === '' ? 'nothing is asked for' : text, () => {
      const range = rangeOf(form, text)
      for (const version of fits) assert.ok(range.fits(version), `${version} fits`)
      for (const version of others) assert.ok(!range.fits(version), `${version} does not fit`)
    })
  }
}

describe('ranges of the deploy engine, Pulumi and npm', () => {
  check('id', [
    ['', ['0.0.1', '99.0.0'], ['1.0.0-rc.1', 'main']],
    ['1.2.3', ['1.2.3'], ['1.2.4', '1.2.2', '1.2.3-rc.1']],
    ['v1.2.3', ['1.2.3'], ['1.2.4']],
    ['1.2.3-rc.1', ['1.2.3-rc.1'], ['1.2.3', '1.2.3-rc.2']],
    ['4', ['4.0.0', '4.99.1'], ['5.0.0', '3.9.9', '4.0.0-rc.1']],
    ['1.2', ['1.2.0', '1.2.9'], ['1.3.0']],
    ['^1.2', ['1.2.0', '1.9.0'], ['2.0.0', '1.1.9', '2.0.0-rc.1', '1.3.0-rc.1']],
    ['^1.2.3', ['1.2.3', '1.9.9'], ['1.2.2', '2.0.0']],
    ['^0.2.3', ['0.2.3', '0.2.9'], ['0.3.0']],
    ['~1.2.3', ['1.2.3', '1.2.9'], ['1.3.0']],
    ['~1', ['1.0.0', '1.9.0'], ['2.0.0']],
    ['>=1.2 <3', ['1.2.0', '2.9.9'], ['3.0.0', '1.1.0']],
    ['1.2.3 || 2.x', ['1.2.3', '2.5.0'], ['1.2.4']],
    ['^1.2.3-rc.1', ['1.2.3-rc.2', '1.2.3', '1.4.0'], ['1.3.0-rc.1', '1.2.3-beta.9']],
  ])
})

describe("ranges in Terraform's own words", () => {
  check('terraform', [
    ['', ['0.0.1', '9.0.0'], ['1.0.0-beta1']],
    ['1.2.3', ['1.2.3'], ['1.2.4', '1.2.3-beta1']],
    ['= 1.2', ['1.2.0'], ['1.2.1']],
    ['~> 1.2', ['1.2.0', '1.2.9', '1.9.0'], ['1.1.9', '2.0.0', '2.0.0-beta1', '1.3.0-beta1']],
    ['~>1.2', ['1.9.0'], ['2.0.0']],
    ['~> 1.2.3', ['1.2.3', '1.2.9'], ['1.2.2', '1.3.0', '1.3.0-beta1']],
    ['~> 1', ['1.0.0', '1.9.0'], ['2.0.0', '0.9.0']],
    ['~> 0.12', ['0.12.0', '0.99.0'], ['1.0.0', '0.11.0']],
    ['>= 1.2, < 2.0', ['1.2.0', '1.9.9'], ['2.0.0', '1.1.0']],
    ['>= 1.2, != 1.4.0, < 2.0', ['1.3.0', '1.4.1'], ['1.4.0', '2.0.0']],
    ['!= 1.0.0', ['1.0.1'], ['1.0.0']],
    ['> 1.2.3', ['1.2.4', '1.3.0'], ['1.2.3']],
    ['> 1.2', ['1.2.1', '1.3.0'], ['1.2.0']],
    ['<= 1.2', ['1.2.0', '0.1.0'], ['1.2.1']],
    ['1.2.3-beta1', ['1.2.3-beta1'], ['1.2.3', '1.2.3-beta2']],
    ['>= 1.2.3-beta1', ['1.2.3', '1.4.0'], ['1.2.3-beta1', '1.2.3-beta2', '1.4.0-rc1']],
    ['~> 1.2.3-beta1', ['1.2.3', '1.2.4'], ['1.2.3-beta1', '1.3.0']],
  ])

  test('node-semver reads ~> otherwise', () => {
    assert.ok(rangeOf('npm', '~> 1.2').fits('1.2.9'))
    assert.ok(!rangeOf('npm', '~> 1.2').fits('1.9.0'))
    assert.ok(rangeOf('terraform', '~> 1.2').fits('1.9.0'))
  })

  for (const text of [
    '^1.2',
    '1.2.3.4',
    '~>',
    '1.x',
    '>= 1.2 < 2',
    '1,,2',
    'latest',
    '1.2-beta',
    '=> 1',
    `${'1,'.repeat(20)}1`,
  ]) {
    test(`${text.slice(0, 20)} is refused`, () => {
      assert.throws(
        () => rangeOf('terraform', text),
        (error) => error instanceof Failure && error.code === 'install/bad-descriptor',
      )
    })
  }
})

test('a number is exact, and a range is not', () => {
  assert.equal(rangeOf('id', 'v1.2.3').exact, '1.2.3')
  assert.equal(rangeOf('id', '=1.2.3+build').exact, '1.2.3+build')
  assert.equal(rangeOf('id', '^1.2.3').exact, undefined)
  assert.equal(rangeOf('id', '1.2').exact, undefined)
  assert.equal(rangeOf('id').exact, undefined)
  assert.equal(rangeOf('terraform', '= 1.2').exact, '1.2.0')
  assert.equal(rangeOf('terraform', '1.2.0, != 2.0.0').exact, undefined)
  assert.equal(rangeOf('git', 'v1').exact, 'v1')
})

test('one build of a version is not another', () => {
  assert.ok(rangeOf('id', '1.2.3+a').fits('1.2.3+a'))
  assert.ok(!rangeOf('id', '1.2.3+a').fits('1.2.3+b'))
})

test('a version of a repository is a reference and not a range', () => {
  for (const form of ['git', 'release', 'url', 'oci', 'path'] as const) {
    assert.ok(rangeOf(form).fits('0.0.0-xdeadbeef'))
    assert.ok(rangeOf(form, 'v1').fits('v1'))
    assert.ok(!rangeOf(form, 'v1').fits('v1.0.0'))
  }
})

test('an endless range is refused', () => {
  assert.throws(() => rangeOf('id', '1 || '.repeat(100)), /longer than 256 characters/)
})

test('versions have one order', () => {
  const sorted = [
    'main',
    'nightly',
    '0.9.0',
    '1.0.0-rc.1',
    '1.0.0-rc.2',
    '1.0.0',
    '1.0.0+a',
    '1.0.0+b',
    '1.2.0',
    '1.10.0',
  ]
  assert.deepEqual(sorted.toReversed().toSorted(compareVersions), sorted)
  assert.deepEqual([isPrerelease('1.0.0-rc.1'), isPrerelease('1.0.0'), isPrerelease('main')], [true, false, false])
})
