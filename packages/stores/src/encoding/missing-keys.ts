import { Secret } from '@slipway/model'
import { UnopenedSecret } from '../seal/unopened-secret.ts'

/** Ids of the keys that would open the secrets left sealed, anywhere in these records. */
export function missingKeys(records: readonly object[]): readonly string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (value instanceof UnopenedSecret) found.add(value.keyId)
    else if (typeof value === 'object' && value !== null && !(value instanceof Secret))
      Object.values(value).forEach(visit)
  }
  records.forEach(visit)
  return [...found].sort()
}

/** Whether any part of the record is sealed when it is written. */
export function holdsSecret(value: unknown): boolean {
  if (value instanceof Secret || value instanceof UnopenedSecret) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsSecret)
}
