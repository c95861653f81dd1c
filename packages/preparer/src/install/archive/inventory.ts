import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compareInventory } from '@slipway/archives'
import { z } from 'zod'
import { sumsBeside } from '../layout.ts'

const itemSchema = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder', 'link']),
  access: z.string(),
  mark: z.string(),
  content: z.string().optional(),
})

const inventorySchema = z.object({
  /** Digest of the archive that contained all files. */
  digest: z.string(),
  signature: z.string().optional(),
  items: z.array(itemSchema).readonly(),
})

/** The files from an archive. The preparer keeps it in its private records, where no pod can write. */
export type Inventory = z.output<typeof inventorySchema>

/** The present condition of an installed folder. */
export interface Comparison {
  /** The differences from the installed files, in words; absent: there are none. */
  readonly problem?: string
  /** The new inventory to record: the content is the same, but the stamps have changed. */
  readonly renewed?: Inventory
}

/** Compares a folder with its installed files. Files that a pod has added do not count: its user may write in a folder of its own. */
export async function compareWith(folder: string, inventory: Inventory): Promise<Comparison> {
  const { renewed, ...rest } = await compareInventory(folder, inventory.items)
  return { ...rest, ...(renewed !== undefined && { renewed: { ...inventory, items: renewed } }) }
}

/** Reads an inventory; `undefined`: there is none, or it is unreadable. */
export function readInventory(file: string): Inventory | undefined {
  try {
    return inventorySchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Also writes the sums of the folder's files beside it: a file that is newer than the sums was touched since. */
export function writeInventory(file: string, inventory: Inventory, folder: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const texts = { [file]: JSON.stringify(inventory), [sumsBeside(file)]: sumsOf(inventory, folder) }
  for (const [path, text] of Object.entries(texts)) {
    writeFileSync(`${path}.draft`, text, { mode: 0o600 })
    renameSync(`${path}.draft`, path)
  }
}

function sumsOf({ items }: Inventory, folder: string): string {
  const files = items.filter(({ kind, path }) => kind === 'file' && !/[\n\r\\]/.test(path))
  const lines = files.map(({ path, content = '' }) => `${content.replace('sha256:', '')}  ${join(folder, path)}\n`)
  return lines.join('')
}
