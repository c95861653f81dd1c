import { resolve } from 'node:path'
import { isUnlikePath } from '@slipway/installer/descriptors'

/** Returns the identifier of a policy pack: its descriptor or its absolute path. */
export function packName(text: string, base: string): string {
  return isUnlikePath(text) ? text : resolve(base, text)
}
