import type { PolicyViolation } from '@slipway/model'
import type { Observer } from '../events.ts'
import { assertAllowed } from '../policies/policies.ts'

/** Reports policy violations, and fails with `cli/policy-violation` if a violation is mandatory. */
export function tellViolations(violations: readonly PolicyViolation[], observe: Observer, what: string): void {
  for (const violation of violations) observe({ type: 'policy-violation', ...violation })
  assertAllowed(violations, what)
}
