import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '@slipway/model'

/** Unfinished downloads below a folder. While they come and go, a folder can vanish as it is read. */
export function partsBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('/part'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Resolves when this many bytes of an unfinished download lie below the folder. */
export async function arrived(folder: string, bytes: number): Promise<void> {
  for (let rounds = 0; rounds < 1200; rounds++) {
    const sizes = partsBelow(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    if (sizes.some((size) => size >= bytes)) return
    await sleep(50)
  }
  assert.fail('nothing has arrived')
}
