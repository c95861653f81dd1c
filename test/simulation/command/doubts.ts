import type { Ending } from './command-parts.ts'
import { messageOf, Failure } from '@slipway/model'

/** A doubt that Slipway has reported, in words for people. */
export interface ToldDoubt {
  /** The name for `--settle NAME=exists`. */
  readonly name: string
  readonly resourceId: string | undefined
}

/** The doubts that a user reads at the end of a command. */
export function doubtsToldBy(ending: Ending | undefined, thrown: unknown): readonly ToldDoubt[] {
  const told: ToldDoubt[] = []
  const read = (text: string): void => {
    const names = new Set(Array.from(text.matchAll(/--settle ([^\s=]+)=/g), ([, name = '']) => name))
    const resourceId = /resource id ([\w-]+)/.exec(text)?.[1]
    for (const name of names) told.push({ name, resourceId })
  }
  if (thrown instanceof Failure) read([messageOf(thrown), thrown.hint ?? '', ...thrown.details].join('\n'))
  if (ending === undefined) return told
  for (const { blocked } of ending.plan.steps)
    if (blocked !== undefined) read(`${blocked.message}\n${blocked.hint ?? ''}`)
  if (ending.how === 'ran') {
    for (const { hint = '', reasons } of ending.result.failures) read([hint, ...reasons].join('\n'))
    for (const reason of ending.result.reasons) read(reason)
  }
  return told
}
