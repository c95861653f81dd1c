import type { UserVerdicts } from '@slipway/engine'
import { Failure } from '@slipway/model'

/** `web=exists`: what a person says of a call that nobody else can tell about. */
export function parseSettle(texts: readonly string[]): UserVerdicts {
  return new Map(
    texts.map((text) => {
      const [, name = '', verdict] = /^(.+)=(exists|missing)$/.exec(text) ?? []
      if (verdict === 'exists' || verdict === 'missing') return [name, verdict] as const
      throw new Failure('cli/bad-settle', `--settle ${text} is not NAME=exists or NAME=missing`, {
        hint: 'look whether the resource is there, then say so: --settle web=exists',
      })
    }),
  )
}
