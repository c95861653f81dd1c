import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'

/**
 * Equal for two records that the same binary has written: its size, time and place on this machine. Empty for an attached provider, whose binary is
 * unknown.
 */
export function binaryMark(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (found?.isFile() !== true) return ''
  const { size, mtimeNs, ino } = found
  return createHash('sha256').update(`${size} ${mtimeNs} ${ino}`).digest('base64url').slice(0, 22)
}
