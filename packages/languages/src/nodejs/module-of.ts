import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { managerOf } from './package-manager.ts'
import { upwards } from './upwards.ts'

/**
 * The file of a module, as a program in this folder would load it. Fails with an error that names the package to install.
 * @param manager the package manager that the project names
 */
export function moduleOf(name: string, folder: string, manager?: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch (error) {
    const dependency = name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/')
    throw new Failure(
      'host/launch-failed',
      `${folder} lacks its dependency ${dependency}: ${remedy(folder, manager)}`,
      {
        hint: command(folder, dependency, manager),
        cause: error,
      },
    )
  }
}

function remedy(folder: string, manager: string | undefined): string {
  // Packages in Yarn's archives are installed, but only Yarn finds them.
  if (upwards(folder).some((place) => existsSync(join(place, '.pnp.cjs'))))
    return `Slipway does not support Plug'n'Play of Yarn (.pnp.cjs): write "nodeLinker: node-modules" into .yarnrc.yml, and run yarn install there`
  return `run ${managerOf(folder, manager)} install there`
}

/** The command to paste. It adds packages that package.json does not list. */
function command(folder: string, dependency: string, manager: string | undefined): string {
  const name = managerOf(folder, manager)
  const listing = upwards(folder).find((place) => existsSync(join(place, 'package.json')))
  const isListed =
    listing !== undefined && readFileSync(join(listing, 'package.json'), 'utf8').includes(`"${dependency}"`)
  const add = name === 'npm' ? 'npm install' : `${name} add`
  return `cd ${shellWord(folder)} && ${isListed ? `${name} install` : `${add} ${dependency}`}`
}
