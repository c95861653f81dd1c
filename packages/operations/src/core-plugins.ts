import { builtPath } from './built-path.ts'

/**
 * The plugin root with the plugins that come with Slipway.
 *
 * @throws Failure `cli/not-built`
 */
export function corePluginRoot(): string {
  return builtPath('plugins')
}
