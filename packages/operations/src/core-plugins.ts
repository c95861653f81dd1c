import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { builtPath } from './built-path.ts'

/**
 * Returns the plugin root with the bundled plugins.
 *
 * @throws Failure `cli/not-built`
 */
export function corePluginRoot(): string {
  return builtPath('plugins')
}

/** The namespaces of the bundled plugins. */
export function coreNamespaces(root: string | undefined): readonly string[] {
  return root === undefined ? [] : readdirSync(join(root, 'providers/slipway'))
}

/**
 * Returns the program that runs stacks, built beside the plugins.
 *
 * @throws Failure `cli/not-built`
 */
export function stackProgram(): string {
  return builtPath('stack.cjs')
}
