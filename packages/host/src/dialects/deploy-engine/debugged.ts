import type { InstalledPlugin, Start } from '../dialect.ts'

/**
 * The start of a plugin that its author debugs. With `inspectPort`, Node waits there for a debugger before it runs the plugin's code. With
 * `attachPort`, the author has already started the plugin; an idle process stands in for it here, and ends with the host.
 */
export function debuggedStart({ debug }: InstalledPlugin, start: Start): Start {
  if (debug?.attachPort !== undefined)
    return { variables: {}, file: '/bin/sh', args: ['-c', 'cat >/dev/null'], keepsStdin: true }
  if (debug?.inspectPort === undefined) return start
  const inspected = `--inspect-wait=127.0.0.1:${debug.inspectPort}`
  return { ...start, variables: { ...start.variables, NODE_OPTIONS: inspected } }
}
