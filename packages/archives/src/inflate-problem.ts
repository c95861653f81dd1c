import { messageOf } from '@slipway/model'
import type { Refuse } from './caps.ts'

/** The error to be thrown for what went wrong while something was inflated. */
export function inflateProblem(error: unknown, refuse: Refuse): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!code.startsWith('Z_') || code === 'Z_MEM_ERROR') return error
  return refuse(code === 'Z_BUF_ERROR' ? 'it is cut short' : `its compression is damaged: ${messageOf(error)}`)
}
