import { Failure } from '@slipway/model'
import { diskFailure } from './failures.ts'
import type { Outcome } from './outcome.ts'
import { afterwards, lastOfPresent, type Step, steps } from './steps.ts'
import type { Done, Work } from './work.ts'

/** Runs the table of steps for one plugin, under its locks. @throws Failure after all that was done is undone */
export async function runSteps(work: Work): Promise<Outcome['action'] | 'present-only' | 'again'> {
  const begun: Step[] = []
  await work.hold.take()
  try {
    for (const step of steps) {
      begun.unshift(step)
      await work.parts.failpoint?.(step.step, work.shown)
      work.signal.throwIfAborted()
      const done = (await step.run(work)) as Done
      if (done === 'again') return done
      if (done === 'present') return await ended(work, done)
      if (step.step === lastOfPresent && work.options.downloadOnly === true) return 'present-only'
    }
    return await ended(work, work.isResumed ? 'resumed' : 'installed')
  } catch (error) {
    await undo(work, begun)
    throw error
  } finally {
    work.hold.release()
  }
}

async function ended<T>(work: Work, action: T): Promise<T> {
  await work.parts.failpoint?.('tidy', work.shown)
  for (const step of afterwards) await step(work)
  return action
}

async function undo(work: Work, begun: readonly Step[]): Promise<void> {
  try {
    await work.hold.takeBack()
    for (const step of begun) await step.undo(work)
  } catch {
    // If the undo stops here, the next holder of the lock undoes the rest.
  }
}

/** Turns any thrown value into a Failure that names the plugin. */
export function failureOf(thrown: unknown, shown: string, signal: AbortSignal): Failure {
  if (thrown instanceof Failure) return thrown
  if (signal.aborted)
    return new Failure('install/cancelled', `the installation of ${shown} was cancelled`, {
      hint: 'run the same command again: downloads are kept',
      cause: thrown,
    })
  return diskFailure(thrown, `${shown} was not installed`)
}
