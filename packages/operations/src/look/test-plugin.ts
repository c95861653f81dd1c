import { resolve } from 'node:path'
import { testPlugin as putToTest, type CheckResult, type PluginReport } from '@slipway/testkit'
import type { Slipway } from '../slipway.ts'
import { readExercises } from './read-exercises.ts'

export interface TestRequest {
  /** The executable, or the version folder that it lies in. */
  readonly path: string
  /** A file with resources to make, read, change and destroy for real. */
  readonly exercises?: string | undefined
  /** Milliseconds to register. */
  readonly deadlineMs?: number
  readonly onCheck?: (result: CheckResult) => void
}

/** Runs a plugin through what every plugin must do. */
export function testPlugin(
  { cwd }: Slipway,
  { path, exercises, deadlineMs = 15_000, onCheck }: TestRequest,
): Promise<PluginReport> {
  return putToTest(resolve(cwd, path), {
    deadlineMs,
    ...(exercises !== undefined && readExercises(resolve(cwd, exercises))),
    ...(onCheck !== undefined && { onCheck }),
  })
}
