import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { defineProvider } from '@slipway/sdk'
import { trial, type Trial } from '@slipway/sdk/testing'
import { options } from './provider.ts'

export const quietProvider = defineProvider({ ...options, log() {} })

/** A folder for a test file, in place of the blueprint's; it is removed when the tests end. */
export async function blueprintFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-local-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let resources = 0

/** A resource of this provider below a folder. */
export function resourceIn(folder: string, type: string, resourceId = `r${resources++}`): Trial {
  return trial(quietProvider, type, { resourceId, variables: { blueprintDir: folder } })
}
