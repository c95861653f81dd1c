import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { exitOf } from '@slipway/processes'
import { environmentOfCode } from '../settings/own-secrets.ts'
import type { Slipway } from '../slipway.ts'
import { FolderTrust } from '../trust/folder-trust.ts'

export interface RunTestsRequest {
  /** Files, or folders to search for `*.test.ts` and the like. Empty: the working directory. */
  readonly paths?: readonly string[]
  /** Whether to run the tests again when an imported file changes. */
  readonly watch?: boolean
  /** A regular expression: run only tests with a matching name. */
  readonly name?: string | undefined
  /** Seconds after which a test fails, and its process ends whatever is still open. Absent: tests may take as long as they like. */
  readonly timeout?: number | undefined
  /** Passes signals on to the tests until the returned function is called. */
  readonly passOn: (pass: (signal: NodeJS.Signals) => void) => () => void
}

/** The endings of test files, as in Node's own runner. */
const endings = '.test.{ts,mts,cts,js,mjs,cjs}'

const nobodys = ['**/node_modules/**', '**/.slipway/**', '**/.git/**']

/**
 * Runs tests with Node's runner, on the Node that runs Slipway. Resolves to its exit code.
 *
 * @throws Failure `cli/no-tests`, `cli/no-such-file`, `cli/untrusted`
 */
export async function runTests(slipway: Slipway, { paths = [], passOn, ...asked }: RunTestsRequest): Promise<number> {
  const { cwd } = slipway
  // With this variable in its environment, a nested runner would print nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = environmentOfCode(slipway.env)
  const files = paths.length === 0 ? testsBelow(cwd) : paths.flatMap((path) => testsAt(resolve(cwd, path), path))
  const [first] = files
  if (first === undefined)
    throw new Failure('cli/no-tests', `there is no test in ${paths.join(', ') || cwd}`, {
      hint: 'a test is a file such as site.test.ts; slipway new stack creates one',
    })
  const brings = { things: [{ what: 'tests', place: relative(cwd, first) }], pluginPaths: [], ofPath: [] }
  await new FolderTrust(slipway, cwd, brings).demand()
  const child = spawn(process.execPath, ['--test', ...switchesOf(asked), ...new Set(files)], {
    cwd,
    env,
    stdio: 'inherit',
  })
  const release = passOn((signal) => child.kill(signal))
  try {
    const { code, error } = await exitOf(child)
    if (error !== undefined) throw error
    return code ?? 1
  } finally {
    release()
  }
}

/** The switches of Node's runner. */
function switchesOf({ watch = false, name, timeout }: Omit<RunTestsRequest, 'paths' | 'passOn'>): readonly string[] {
  const switches = watch ? ['--watch'] : []
  if (name !== undefined) switches.push(`--test-name-pattern=${name}`)
  if (timeout !== undefined) switches.push(`--test-timeout=${timeout * 1000}`)
  // A server that a test has left open would keep its process running. With --watch, Node does not end processes.
  if (timeout !== undefined && !watch) switches.push('--test-force-exit')
  return switches
}

function testsAt(path: string, said: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined)
    throw new Failure('cli/no-such-file', `there is no ${said}`, { hint: 'name a test file, or a folder with tests' })
  return found.isDirectory() ? testsBelow(path) : [path]
}

function testsBelow(folder: string): readonly string[] {
  return globSync(`**/*${endings}`, { cwd: folder, exclude: nobodys })
    .sort()
    .map((file) => join(folder, file))
}
