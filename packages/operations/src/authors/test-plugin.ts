import { resolve } from 'node:path'
import { testPlugin as putToTest, type CheckResult, type PluginReport } from '@slipway/testkit'
import type { Slipway } from '../slipway.ts'
import { executableOfSource } from './executable-of-source.ts'
import { readExercises } from './read-exercises.ts'

export interface TestRequest {
  /** The executable, its version folder, a plugin directory with a single plugin, or a source that defines resources. */
  readonly path: string
  /** A file with resources to make, read, change and destroy for real. */
  readonly exercises?: string | undefined
  /** Also test with misbehaving callers. */
  readonly faults?: boolean
  /** Time limit for registration, in milliseconds. */
  readonly deadlineMs?: number
  readonly onCheck?: (result: CheckResult) => void
}

/** Tests whether a plugin fulfils the requirements for every plugin. */
export async function testPlugin(
  { cwd }: Slipway,
  { path, exercises, faults = false, deadlineMs = 15_000, onCheck }: TestRequest,
): Promise<PluginReport> {
  const options = {
    deadlineMs,
    faults,
    ...(exercises !== undefined && readExercises(resolve(cwd, exercises))),
    ...(onCheck !== undefined && { onCheck }),
  }
  const file = resolve(cwd, path)
  const source = executableOfSource(file)
  if (source === undefined) return await putToTest(file, options)
  try {
    return { ...(await putToTest(source.executable, options)), file }
  } finally {
    source.remove()
  }
}
