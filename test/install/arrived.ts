import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Unfinished downloads below a folder. */
export function partsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('/part'))
}

/** Resolves when so many bytes of an unfinished download lie below the folder. */
export async function arrived(folder: string, bytes: number): Promise<void> {
  for (let rounds = 0; rounds < 1200; rounds++) {
    const sizes = partsBelow(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    if (sizes.some((size) => size >= bytes)) return
    await sleep(50)
  }
  assert.fail('nothing has arrived')
}
