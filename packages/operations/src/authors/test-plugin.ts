import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { withRetry } from '@slipway/engine'
import { defaultRetryPolicy } from '@slipway/engine/defaults'
import {
  testPlugin as putToTest,
  type CheckResult,
  isRateLimit,
  type PluginReport,
  type RetryOf,
} from '@slipway/testkit'
import { systemClock } from '../ports/system-ports.ts'
import type { Slipway } from '../slipway.ts'
import { executableOfSource } from './executable-of-source.ts'
import { readExercises } from './read-exercises.ts'

export interface TestRequest {
  /** The executable, its version folder, a plugin directory with a single plugin, or a source that defines resources. */
  readonly path: string
  /** A file with resources to make, read, change and destroy for real. */
  readonly exercises?: string | undefined
  /** Whether to also test with misbehaving callers. */
  readonly faults?: boolean
  /** Time limit for registration, in milliseconds. */
  readonly deadlineMs?: number
  readonly onCheck?: (result: CheckResult) => void
  /** Aborting this signal ends the test, after everything that the test has made is removed. */
  readonly stop?: AbortSignal | undefined
  /** Called before a call that has failed TRANSIENT is made again. */
  readonly onRetry?: (wait: CallWait) => void
}

/** The wait before a call of a plugin is made again. */
export interface CallWait {
  /** The name of the method, such as `provider.Resource.Deploy`. */
  readonly method: string
  readonly message: string
  readonly retryInMs: number
  /** True if the service was asked too often. */
  readonly isRateLimit: boolean
}

/** Tests whether a plugin fulfils the requirements for every plugin. */
export async function testPlugin(
  { cwd }: Slipway,
  { path, exercises, faults = false, deadlineMs = 15_000, stop, onCheck, onRetry }: TestRequest,
): Promise<PluginReport> {
  const run = randomBytes(4).toString('hex')
  const options = {
    deadlineMs,
    faults,
    run,
    signal: stop,
    retry: retryOf(stop, onRetry),
    ...(exercises !== undefined && readExercises(resolve(cwd, exercises), run)),
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

/** Calls are repeated as in a deployment, by the same code. */
function retryOf(stop: AbortSignal | undefined, onRetry: TestRequest['onRetry']): RetryOf {
  return (policy = defaultRetryPolicy) =>
    (call) =>
      withRetry(call, {
        policy,
        clock: systemClock,
        random: Math.random,
        stop,
        onFailure: (failure, _, retryInMs) => {
          const { method, message } = failure
          if (retryInMs !== undefined) onRetry?.({ method, message, retryInMs, isRateLimit: isRateLimit(failure) })
        },
      })
}
