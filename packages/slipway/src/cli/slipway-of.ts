import { corePluginRoot } from '@slipway/operations/core-plugins'
import type { Slipway } from '@slipway/operations/slipway'
import type { Console } from './console.ts'

/** The world of this process, as operations are handed it. */
export function slipwayOf(console: Pick<Console, 'env' | 'cwd'>): Slipway {
  return {
    env: console.env,
    // Only who asks for it is told that the folder is gone.
    get cwd() {
      return console.cwd
    },
    get ownPlugins() {
      return corePluginRoot()
    },
  }
}
