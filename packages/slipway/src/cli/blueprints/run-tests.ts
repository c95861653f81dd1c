import { runTests } from '@slipway/operations/authors/run-tests'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { passOn } from '../signals/pass-on-signals.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export interface TestsOptions extends Pick<BlueprintOptions, 'trust'> {
  readonly watch?: boolean
  readonly name?: string
  readonly timeout?: number
}

/** `slipway test [PATH…]`. The exit code is that of Node's runner. */
export function runTestsInFront(paths: readonly string[], options: TestsOptions, console: Console): Promise<number> {
  const { watch = false, name, timeout } = options
  return runTests(slipwayOf(console, options), { paths, watch, name, timeout, passOn })
}
