/** The source of the executable of a plugin that comes with Slipway: the plugin itself is in a bundle beside it. */
import { basename, join } from 'node:path'
import { codeDirectory, runBundle } from './compiled-code.ts'

/** The minimum that plugin packages declare. A user who starts a plugin elsewhere may have an older Node first on PATH. */
const minimum = 22

if (Number.parseInt(process.versions.node, 10) < minimum) {
  const name = basename(process.argv[1] ?? 'this plugin')
  process.stderr.write(
    `${name}: needs Node ${minimum} or newer, but ${process.execPath} is Node ${process.versions.node}.\n` +
      `  Put a newer one first on PATH, or install it from https://nodejs.org.\n`,
  )
  process.exit(1)
}
runBundle(join(import.meta.dirname, 'plugin.cjs'), codeDirectory(process.env), 'plugin')
