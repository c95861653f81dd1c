import type { InstalledPlugin, Start } from '../dialect.ts'

/** The command for a plugin that a project's own sources define: the Node that runs us, with the runner that serves the sources. */
export function sourcesStart({ namespace, sources }: InstalledPlugin): Pick<Start, 'file' | 'args'> {
  if (sources === undefined) return {}
  const { files, runner } = sources
  return { file: process.execPath, args: [runner, JSON.stringify({ namespace, files })] }
}
