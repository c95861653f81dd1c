import type { Agree } from '@slipway/operations/state/change-state'
import type { OldFormQuestion } from '@slipway/operations/state/old-form'
import type { Console } from '../console/console.ts'
import { agreement } from '../requests/requests.ts'

export interface OldFormOption {
  readonly oldForm?: boolean
}

/** `--yes` is not enough: a yes to a file's content does not mean that nobody has exchanged its secrets. */
export function oldFormAgreement(console: Console, { oldForm }: OldFormOption): Agree<OldFormQuestion> | undefined {
  return agreement(console, oldForm === true ? { yes: true } : {}, oldFormWords)
}

function oldFormWords({ path }: OldFormQuestion): string {
  return [
    `The secrets in ${path} have the form of Slipway 0.1.0, which does not say where each belongs: anyone who could write the file may have swapped them.`,
    'Accept them, and seal them again?',
  ].join('\n')
}
