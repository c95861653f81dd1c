import type { MayExistQuestion } from '@slipway/operations/change/change-request'
import type { Agree } from '@slipway/operations/state/change-state'
import type { Console } from '../console/console.ts'
import { agreement } from '../requests/requests.ts'

/** `--yes` is not enough: a yes to a plan does not mean that the user has looked outside. */
export function afterRestoreAgreement(
  console: Console,
  { afterRestore, json }: { readonly afterRestore?: boolean; readonly json?: boolean },
): Agree<MayExistQuestion> | undefined {
  if (afterRestore === true) return true
  return json === true ? undefined : agreement(console, {}, words)
}

function words({ instance, creates, there }: MayExistQuestion): string {
  const what = creates.length === 1 ? 'this resource' : `these ${creates.length} resources`
  const found = there.length === 0 ? '' : ` (${there.length === 1 ? there[0] : there.length} was found)`
  return `Create ${what} of ${instance}, although a backup was restored and it may already exist${found}?`
}
