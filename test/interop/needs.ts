import { test as testAnyway, type TestContext } from 'node:test'
import { describe, test } from '../cases.ts'

/** What is missing here, with the command that brings it: `needs Go on PATH (apt-get install golang)`; false: nothing is. */
export type Missing = string | false

interface Needs {
  readonly skip: Missing
  readonly timeout?: number
}

/** CI says of itself what it could not have: `.ci/run`. */
const { CI = '', SLIPWAY_CI_LACKS: lacks = '' } = process.env

function isMissed(missing: string): boolean {
  return CI !== '' && (lacks === '' || !missing.includes(lacks))
}

/** A suite that is reported as skipped where it lacks something: a `describe` that is skipped counts as no test at all. In CI it fails. */
export function suite(name: string, { skip, ...options }: Needs, body: () => void): void {
  if (skip === false) describe(name, options, body)
  else lacking(name, skip)
}

/** The same of one test. */
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
