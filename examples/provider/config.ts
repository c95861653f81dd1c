import { resolve } from 'node:path'
import type { Call } from '@slipway/sdk'
import * as z from 'zod'

/** What users set once for the whole provider. A token would be `secret(z.string())` of the SDK: never shown, always sealed. */
export const config = z.object({
  folder: z.string().min(1).default('notes').describe('Where the notes are kept; relative to the blueprint.'),
})

/** The folder of the notes, as an absolute path. */
export function folderOf({ config: { folder }, variables }: Call<z.output<typeof config>>): string {
  return resolve(String(variables['blueprintDir'] ?? '.'), folder)
}
