/** The source of a core plugin's executable: the plugin itself lies in a bundle beside it. */
import { join } from 'node:path'
import { codeDirectory, runBundle } from './compiled-code.ts'

runBundle(join(import.meta.dirname, 'plugin.cjs'), codeDirectory(process.env), 'plugin')
