/**
 * `test` and `describe` for files with many cases of one kind: programs of Pulumi, attacks, transcripts. Of these files `npm test` runs the first
 * test of each suite, and `npm run test:rest` runs the others. So the first test of a suite is the one that shows the capability.
 * A file that begins with `// test:rest: ` and the reason is left to `test:rest` whole. A file that is named runs whole, as with
 * `npm run test:one`.
 */
import { readFileSync } from 'node:fs'
import { describe as suite, test as testOfNode } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import { compileFunction } from 'node:vm'

/** In a file that begins with this and a reason, no case runs in `npm test`. */
const restMark = '// test:rest: '

/** Whether a test file with this text is left to `test:rest` whole. */
export function isOfRest(text: string): boolean {
  return text.startsWith(restMark)
}

/** The runner asks for the `first` cases, the `others`, or all. */
const asked = process.env['SLIPWAY_TEST_CASES'] ?? ''

/** Several test files may share a process: each counts its own tests. */
interface Counted {
  registered: number
  /** A file that is left to `test:rest` whole has no others. */
  readonly part: string
}

const files = new Map<string, Counted>()

function countedIn(file: string): Counted {
  const known = files.get(file)
  if (known !== undefined) return known
  const isWhole = asked !== '' && isOfRest(readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8'))
  const counted = { registered: 0, part: isWhole ? '' : asked }
  files.set(file, counted)
  return counted
}

/** The line of a test file that calls us, through functions of other files or not. */
function callingLine(): { readonly file: string; readonly line: number } {
  const sites = getCallSites(30)
  const { scriptName: file, lineNumber: line } = sites.find(({ scriptName }) => scriptName.endsWith('.test.ts')) ?? {
    scriptName: process.argv[1] ?? '',
    lineNumber: 1,
  }
  return { file, line }
}

/** Calls a function of Node's runner from a frame that has this file and line: there a report looks for the place of a test. */
function callFromThere(
  { file: filename, line }: ReturnType<typeof callingLine>,
  register: unknown,
  given: readonly unknown[],
): unknown {
  return compileFunction('return register(...given)', ['register', 'given'], { filename, lineOffset: line - 1 })(
    register,
    given,
  )
}

export const test = ((...given: unknown[]) => {
  const there = callingLine()
  const counted = countedIn(there.file)
  const isFirst = counted.registered === 0
  counted.registered += 1
  return counted.part === '' || isFirst === (counted.part === 'first')
    ? callFromThere(there, testOfNode, given)
    : Promise.resolve()
}) as typeof testOfNode

export const describe = ((...given: unknown[]) => {
  const there = callingLine()
  const body = given.pop() as (...all: unknown[]) => unknown
  const counted = (...all: unknown[]): unknown => {
    countedIn(there.file).registered = 0
    return body(...all)
  }
  return callFromThere(there, suite, [...given, counted])
}) as typeof suite
