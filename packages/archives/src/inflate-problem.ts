import { messageOf } from '@slipway/model'
import type { Refuse } from './caps.ts'

/** The error to throw for a failed decompression. */
export function inflateProblem(error: unknown, refuse: Refuse): unknown {
  const code = codeIn(error)
  if (!code.startsWith('Z_') || code === 'Z_MEM_ERROR') return error
  return refuse(code === 'Z_BUF_ERROR' ? 'it is cut short' : `its compression is damaged: ${messageOf(error)}`)
}

/** The code of any error; empty when it has none. */
export function codeIn(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
