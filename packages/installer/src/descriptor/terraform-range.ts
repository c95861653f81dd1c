import compare from 'semver/functions/compare.js'
import prerelease from 'semver/functions/prerelease.js'
import valid from 'semver/functions/valid.js'
import type { Range } from './descriptor.ts'
import { Misread } from './misread.ts'

/** One part of a list: an operator and a version; after `~>`, the version may leave out numbers. */
interface Constraint {
  readonly operator: Operator
  /** The version with all three numbers and any suffix. */
  readonly version: string
  /** The number of parts that were written, from 1 to 3. */
  readonly given: number
}

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~>'

const part =
  /^(=|!=|>=|<=|~>|>|<)? ?v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/
const mostParts = 16

/**
 * Reads Terraform's own constraints: parts separated by commas, all of which must hold. `~> 1.2` is `>= 1.2, < 2.0`; `~> 1.2.3` is `>= 1.2.3, <
 * 1.3.0`. A prerelease fits only if it is named exactly.
 *
 * @throws Misread
 */
export function terraformRange(text: string): Range {
  if (text === '') return { text, fits: (version) => valid(version) !== null && prerelease(version) === null }
  const constraints = text.split(',', mostParts + 1).map((each) => constraintOf(each.trim()))
  if (constraints.length > mostParts) throw new Misread(`a list may have at most ${mostParts} versions`)
  const [only] = constraints
  const exact = constraints.length === 1 && only?.operator === '=' ? only.version : undefined
  return {
    text: exact ?? constraints.map(written).join(', '),
    ...(exact !== undefined && { exact }),
    fits: (version) => valid(version) !== null && fitsAll(version, constraints),
  }
}

function fitsAll(version: string, constraints: readonly Constraint[]): boolean {
  const isNamed = constraints.some(({ operator, version: named }) => operator === '=' && compare(version, named) === 0)
  if (prerelease(version) !== null && !isNamed) return false
  return constraints.every((constraint) => holds(version, constraint))
}

function holds(version: string, { operator, version: named, given }: Constraint): boolean {
  const difference = compare(version, named)
  switch (operator) {
    case '=':
      return difference === 0
    case '!=':
      return difference !== 0
    case '>':
      return difference > 0
    case '>=':
      return difference >= 0
    case '<':
      return difference < 0
    case '<=':
      return difference <= 0
    case '~>':
      return difference >= 0 && compare(version, ceiling(named, given)) < 0
  }
}

/** Returns the first version that is too high: the last written number may grow, the number before it may not. */
function ceiling(version: string, given: number): string {
  const [major = 0, minor = 0] = version.split(/[.+-]/, 2).map(Number)
  return given === 3 ? `${major}.${minor + 1}.0-0` : `${major + 1}.0.0-0`
}

function constraintOf(text: string): Constraint {
  const found = part.exec(text)
  const [, operator = '=', major, minor, patch, early = '', build = ''] = found ?? []
  const version = `${number(major)}.${number(minor)}.${number(patch)}${early}${build}`
  if (found === null || valid(version) === null || (early !== '' && patch === undefined)) {
    throw new Misread(
      `"${text}" is not a version of the form that Terraform uses`,
      'write 1.2.3, ~> 1.2 (at least 1.2, below 2.0), or a list such as >= 1.2, != 1.4.0, < 2.0',
    )
  }
  return {
    operator: operator as Operator,
    version,
    given: [major, minor, patch].filter((each) => each !== undefined).length,
  }
}

function number(text = '0'): number {
  return Number(text)
}

function written({ operator, version, given }: Constraint): string {
  const shown =
    operator === '~>' ? version.replace(/^\d+(\.\d+){2}/, (numbers) => numbers.split('.', given).join('.')) : version
  return operator === '=' ? shown : `${operator} ${shown}`
}
