import type { InstalledPlugin, Start } from '../dialect.ts'

/**
 * The start of a plugin that its author looks into. With `inspectPort` Node waits for a debugger there before it runs anything of the
 * plugin. With `attachPort` the plugin runs already, wherever its author has started it; a process that does nothing stands for
 * it here, and ends with us.
 */
export function debuggedStart({ debug }: InstalledPlugin, start: Start): Start {
  if (debug?.attachPort !== undefined)
    return { variables: {}, file: '/bin/sh', args: ['-c', 'cat >/dev/null'], keepsStdin: true }
  if (debug?.inspectPort === undefined) return start
  const inspected = `--inspect-wait=127.0.0.1:${debug.inspectPort}`
  return { ...start, variables: { ...start.variables, NODE_OPTIONS: inspected } }
}
