import { resolve } from 'node:path'
import { isUnlikePath } from '@slipway/installer/descriptors'

/** What a policy pack is known by: its descriptor, or its whole path. */
export function packName(text: string, base: string): string {
  return isUnlikePath(text) ? text : resolve(base, text)
}
