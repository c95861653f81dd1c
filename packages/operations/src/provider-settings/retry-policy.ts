import type { RetryPolicy } from '@slipway/model'
import type { Settings } from '../settings/settings.ts'

/** Returns the retry policy for providers without their own. */
export function retryPolicyOf(settings: Settings): RetryPolicy {
  return {
    maxRetries: settings.number('retry', 'maxRetries'),
    firstDelayMs: settings.number('retry', 'firstDelayMs'),
    maxDelayMs: settings.number('retry', 'maxDelayMs'),
    factor: settings.number('retry', 'factor'),
    jitter: settings.flag('retry', 'jitter'),
  }
}
