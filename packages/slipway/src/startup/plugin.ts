/** What the executable of a core plugin is built from: the plugin itself lies in a bundle beside it. */
import { join } from 'node:path'
import { codeDirectory, runBundle } from './compiled-code.ts'

runBundle(join(import.meta.dirname, 'plugin.cjs'), codeDirectory(process.env), 'plugin')
