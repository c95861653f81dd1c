import { type CurrentResource, isList, type ResourceStatus, revealed } from '@slipway/model'
import { initErrorsName } from '../../convert/schema.ts'

/** Statuses of a resource whose last create or update succeeded. */
const whole: ReadonlySet<ResourceStatus> = new Set(['created', 'updated'])

/** Whether a resource is complete. A resource whose last change failed needs a correction, even if it looks right. */
export function isWhole({ status, spec }: CurrentResource): boolean {
  const said = revealed(spec[initErrorsName] ?? null)
  return whole.has(status) && !(isList(said) && said.length > 0)
}
