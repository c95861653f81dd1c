import { test as testAnyway, type TestContext } from 'node:test'
import { describe, test } from '../cases.ts'

/** The missing program, with the command that installs it: `needs Go on PATH (apt-get install golang)`; false: nothing is missing. */
export type Missing = string | false

interface Needs {
  readonly skip: Missing
  readonly timeout?: number
}

/** CI lists in this variable what it could not get; see `.ci/run`. */
const { CI = '', SLIPWAY_CI_LACKS: lacks = '' } = process.env

function isMissed(missing: string): boolean {
  return CI !== '' && (lacks === '' || !missing.includes(lacks))
}

/** A suite that is reported as skipped when it lacks something: a skipped `describe` counts as no test at all. In CI it fails. */
export function suite(name: string, { skip, ...options }: Needs, body: () => void): void {
  if (skip === false) describe(name, options, body)
  else lacking(name, skip)
}

/** Does the same for one test. */
export function testWith(
  name: string,
  { skip, ...options }: Needs,
  body: (t: TestContext) => void | Promise<void>,
): void {
  if (skip === false) test(name, options, body)
  else lacking(name, skip)
}

function lacking(name: string, missing: string): void {
  if (!isMissed(missing)) testAnyway(name, { skip: missing }, () => {})
  else
    testAnyway(name, () => {
      throw new Error(`${missing}; in CI nothing is skipped for that`)
    })
}
