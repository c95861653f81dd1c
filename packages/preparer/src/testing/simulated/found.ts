import type { Act, Plan, Traits } from './plan.ts'

const good: Traits = {
  isAuthorised: true,
  isVerified: true,
  canBeInstalled: true,
  launchFailures: 0,
  isHalfLaunched: false,
  haltFailures: 0,
}

const refused: Traits = { ...good, isAuthorised: false }

/** The first version of the pod `api` is good; all others are not authorised. */
function planOf(acts: readonly Act[]): Plan {
  return { traits: [good, ...Array.from({ length: 7 }, () => refused)], endings: ['good'], acts }
}

/** Plans that have shown a fault once. */
export const found: readonly Plan[] = [
  // The check for crashed programs started one under the token of a launch that was gone by then.
  planOf([
    { act: 'schedule', pod: 'api', version: 0 },
    { act: 'pass', moments: 1 },
    { act: 'crash', pod: 'api' },
    { act: 'unschedule', pod: 'api' },
    { act: 'schedule', pod: 'api', version: 1 },
    { act: 'unschedule', pod: 'api' },
    { act: 'pass', moments: 1 },
    { act: 'schedule', pod: 'api', version: 0 },
  ]),
  // Reports that a dead preparer had left arrived after its successor had asked the store.
  planOf([
    { act: 'schedule', pod: 'web', version: 0 },
    { act: 'kill', calls: 0 },
    { act: 'unschedule', pod: 'web' },
    { act: 'pass', moments: 1 },
  ]),
]
