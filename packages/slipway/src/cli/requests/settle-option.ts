import type { UserVerdict, UserVerdicts } from '@slipway/engine'
import { Failure } from '@slipway/model'

/**
 * `web=exists` or `web=exists:i-0815`, `*=missing` for all of them: the user's verdict on a call whose outcome nobody else can find out.
 */
export function parseSettle(texts: readonly string[]): UserVerdicts {
  return new Map(
    texts.map((text) => {
      const [, name = '', verdict = ''] = /^([^=]+)=(.+)$/.exec(text) ?? []
      if (isVerdict(verdict) && !(name === '*' && verdict.startsWith('exists:'))) return [name, verdict] as const
      throw new Failure('cli/bad-settle', `--settle ${text} is not NAME=exists, NAME=exists:ID or NAME=missing`, {
        hint: 'check whether the resource exists, then report it: --settle web=exists',
      })
    }),
  )
}

function isVerdict(text: string): text is UserVerdict {
  return text === 'missing' || text === 'exists' || /^exists:.+$/.test(text)
}
