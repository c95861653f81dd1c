import type { Struct } from '../gen/google-protobuf-struct.ts'
import { textIn } from './struct.ts'

/** The most megabytes of properties that one resource may have: every later run has to carry them. */
export const mostMegabytes = 32

/** Returns how many megabytes the properties of one resource take when they are too large to record; otherwise `undefined`. */
export function megabytesTooMany(properties: Struct | undefined): number | undefined {
  const megabytes = Math.round(textIn(properties) / 2 ** 20)
  return megabytes > mostMegabytes ? megabytes : undefined
}
