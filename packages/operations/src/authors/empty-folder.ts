import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { Failure, messageOf } from '@slipway/model'

/**
 * Makes a folder for something new. An existing folder must be empty. Returns true if the folder was created.
 *
 * @param what the purpose of the folder, for messages: `a plugin`
 * @throws Failure `cli/folder-not-empty`
 */
export function makeEmptyFolder(folder: string, what: string): boolean {
  try {
    // Do not create parents: below /proc Node would retry forever.
    const isNew = !existsSync(folder)
    if (isNew) mkdirSync(folder)
    if (readdirSync(folder).length === 0) return isNew
  } catch (error) {
    throw new Failure('cli/folder-not-empty', `${folder} cannot become the folder of ${what}: ${messageOf(error)}`, {
      hint: 'name a new folder inside an existing one',
      cause: error,
    })
  }
  throw new Failure('cli/folder-not-empty', `${folder} is not empty, and Slipway overwrites nothing in it`, {
    hint: 'name a new or an empty folder',
  })
}
