import { existsSync } from 'node:fs'
import { serveEditor } from '@slipway/editors/language-server'
import { readBlueprint } from '@slipway/engine'
import { installedTypes } from '@slipway/operations/look/definitions'
import { readOptionalText } from '@slipway/source/files'
import { validate } from '@slipway/operations/look/validate'
import type { Console } from '../console/console.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** An editor opens folders only to show them: nothing in them runs, even in a trusted folder. */
const trust = 'none'

/** `slipway lsp`: a language server on standard input and output. Ends with the process. */
export async function serveBlueprints(console: Console): Promise<void> {
  const slipway = slipwayOf(console)
  serveEditor({
    input: process.stdin,
    output: process.stdout,
    diagnose: async (file, text) => {
      // An unsaved text belongs to no project.
      if (!existsSync(file)) return readBlueprint(file, text).diagnostics
      return (await validate(slipway, { file, text, trust })).diagnostics
    },
    // A pipe could be the one to which the editor writes.
    read: (file) => readOptionalText(file, { isOnDisk: true }),
    definitions: (folder) => installedTypes({ ...slipway, cwd: folder }, { trust }),
  })
  // The process ends when the connection does.
  await new Promise<never>(() => {})
}
