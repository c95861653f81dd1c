/**
 * `test` and `describe` for files with many cases of one kind: programs of Pulumi, attacks, transcripts. Of these files `npm test` runs the first
 * test of each suite, and `npm run test:rest` runs the others. So the first test of a suite is the one that shows the capability.
 * A file that begins with `// test:rest: ` and the reason is left to `test:rest` whole. A file that is named runs whole, as with
 * `npm run test:one`.
 */
import { readFileSync } from 'node:fs'
import { describe as suite, test as testOfNode } from 'node:test'
import { getCallSites } from 'node:util'
import { compileFunction } from 'node:vm'

/** No case of a file with this beginning and a reason runs in `npm test`. */
const restMark = '// test:rest: '

/** Whether a test file with this text is left to `test:rest` whole. */
export function isOfRest(text: string): boolean {
  return text.startsWith(restMark)
}

/** The runner asks for the `first` cases, the `others`, or all. A file that is left to `test:rest` whole has no others. */
const asked = process.env['SLIPWAY_TEST_CASES'] ?? ''
const part = asked !== '' && isOfRest(readFileSync(process.argv[1] ?? '', 'utf8')) ? '' : asked

let registered = 0

/**
 * Calls a function of Node's runner from a frame that says it is the file and the line that called us: there a report looks for the place of a test.
 */
function callFromThere(register: unknown, given: readonly unknown[]): unknown {
  const [, , there] = getCallSites(3)
  const { scriptName: filename = '', lineNumber = 1 } = there ?? {}
  return compileFunction('return register(...given)', ['register', 'given'], { filename, lineOffset: lineNumber - 1 })(
    register,
    given,
  )
}

export const test = ((...given: unknown[]) => {
  const isFirst = registered === 0
  registered += 1
  return part === '' || isFirst === (part === 'first') ? callFromThere(testOfNode, given) : Promise.resolve()
}) as typeof testOfNode

export const describe = ((...given: unknown[]) => {
  const body = given.pop() as (...all: unknown[]) => unknown
  const counted = (...all: unknown[]): unknown => {
    registered = 0
    return body(...all)
  }
  return callFromThere(suite, [...given, counted])
}) as typeof suite
