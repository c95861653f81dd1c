import { oldForm } from '@slipway/stores/sealer'
import type { Agree } from './change-state.ts'

/** A question whether to accept a file with secrets in the format of Slipway 0.1.0, which are not bound to a place. */
export interface OldFormQuestion {
  /** The path of the export or backup. */
  readonly path: string
}

/**
 * Asks whether to accept the file. Returns false if the user has declined.
 *
 * @throws Failure `state/old-form` if no user can be asked
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
