import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type InstallOptions, type Sources, type Start, textOption } from '../language.ts'
import { upwards } from './upwards.ts'

export const managers = ['npm', 'pnpm', 'yarn', 'bun'] as const

type Manager = (typeof managers)[number]

const locks: readonly (readonly [file: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

const quiet: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['install', '--loglevel=error', '--no-fund', '--no-audit'],
  pnpm: ['install'],
  yarn: ['install'],
  bun: ['install'],
}

/** Makes each manager run no scripts: with a flag where every version knows it, with a variable where some versions would refuse the flag. */
const quietScripts: Readonly<Record<Manager, Pick<Start, 'args' | 'variables'>>> = {
  // npm starts another npm to prepare a dependency from git. That one runs in the dependency's own folder, whose .npmrc could name the program that
  // runs as git.
  npm: { args: ['--ignore-scripts'], variables: { npm_config_git: 'git', npm_config_ignore_scripts: 'true' } },
  pnpm: { args: ['--ignore-scripts'], variables: {} },
  yarn: {
    args: [],
    variables: { YARN_ENABLE_SCRIPTS: 'false', YARN_IGNORE_SCRIPTS: 'true', npm_config_ignore_scripts: 'true' },
  },
  bun: { args: ['--ignore-scripts'], variables: {} },
}

/** Installs the packages in package.json, with the package manager that the project names or whose lock file is there. */
export function installation(
  { folder, options }: Sources,
  { isPlugin, withoutScripts = false }: InstallOptions,
): readonly Start[] {
  const manager = managerOf(folder, textOption(options, 'packagemanager'))
  const withoutDev = isPlugin && manager === 'npm' ? ['--omit=dev'] : []
  const silent = withoutScripts ? quietScripts[manager] : { args: [], variables: {} }
  const args = [...quiet[manager], ...withoutDev, ...silent.args]
  return [{ file: manager, args, cwd: packageFolder(folder), variables: silent.variables }]
}

/** The named package manager; otherwise the one whose lock file is in the folder or above it. */
export function managerOf(folder: string, named?: string): Manager {
  const manager = managers.find((each) => each === named)
  if (manager !== undefined) return manager
  if (named !== undefined && named !== 'auto')
    throw new Error(`"${named}" is not a package manager that Slipway knows: ${managers.join(', ')}`)
  for (const place of upwards(folder)) {
    const [, found] = locks.find(([file]) => existsSync(join(place, file))) ?? []
    if (found !== undefined) return found
  }
  return 'npm'
}

/** A program may be in a folder below that of its package.json. */
function packageFolder(folder: string): string {
  return upwards(folder).find((place) => existsSync(join(place, 'package.json'))) ?? folder
}
