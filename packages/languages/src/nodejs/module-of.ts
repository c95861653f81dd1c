import { createRequire } from 'node:module'
import { join } from 'node:path'
import { managerOf } from './package-manager.ts'

/** The file of a module as a program in this folder would load it. Fails with an error that says what is to be installed. */
export function moduleOf(name: string, folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch (error) {
    const dependency = name.split('/').slice(0, name.startsWith('@') ? 2 : 1)
    throw new Error(`${folder} lacks its dependency ${dependency.join('/')}: run ${managerOf(folder)} install there`, {
      cause: error,
    })
  }
}
