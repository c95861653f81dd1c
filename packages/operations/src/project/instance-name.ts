import { Failure } from '@slipway/model'

/** Matches a valid name: letters and digits of any script, and punctuation as in file names, because names occur in commands and messages. */
const goodName = /^[\p{L}\p{N}][\p{L}\p{N}._+@-]{0,127}$/u

export function isInstanceName(name: string): boolean {
  return goodName.test(name)
}

export function badInstanceName(name: string): Failure {
  return new Failure(
    'cli/bad-instance-name',
    `${JSON.stringify(name.slice(0, 140))} cannot be the name of an instance`,
    {
      hint: 'a name begins with a letter or a digit, has only letters, digits and ._+@-, and at most 128 characters; the path of a child comes after a slash',
    },
  )
}
