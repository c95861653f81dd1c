import { Failure } from '@slipway/model'

/** @param what `the secrets in backup.db` */
export function oldForm(what: string): Failure {
  return new Failure(
    'state/old-form',
    `${what} have the form of Slipway 0.1.0, which does not say where each belongs: anyone who could write the file may have swapped them`,
    { hint: 'if nobody else could write the file, add --old-form: they are sealed again, each bound to its place' },
  )
}
