import { oldForm } from '@slipway/stores/sealer'
import type { Agree } from './change-state.ts'

/** Whether a file is taken whose secrets have the form of Slipway 0.1.0, which does not say where each belongs. */
export interface OldFormQuestion {
  /** Of the export or backup. */
  readonly path: string
}

/**
 * Whether the file is taken. False: who was asked has declined.
 *
 * @throws Failure `state/old-form` where nobody can be asked
 */
export async function takesOldForm(
  agree: Agree<OldFormQuestion> | undefined,
  question: OldFormQuestion,
  isOld: boolean,
): Promise<boolean> {
  if (!isOld || agree === true) return true
  if (agree !== undefined) return agree(question)
  throw oldForm(`the secrets in ${question.path}`)
}
