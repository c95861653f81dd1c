import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { Failure } from '@slipway/model'
import {
  type InstallOptions,
  type Language,
  optionVariables,
  type PluginRun,
  type ProgramEnd,
  type ProgramRun,
  type Sources,
  type Start,
} from '../language.ts'
import { earlyEnd } from '../early-end.ts'
import { runArguments, runVariables } from '../run-arguments.ts'
import { dependenciesOf, requiredPackages } from './installed-packages.ts'
import { environmentOf, interpreterOf, toolchainOf, toolchains } from './interpreter.ts'
import { doneCode, runProgram } from './run-program.ts'

/** Exit codes: the user has been told the reason; the interpreter has no SDK. */
const toldCode = 32
const noSdkCode = 33

/** Makes Python write its output at once. */
const unbuffered = { PYTHONUNBUFFERED: '1' } as const

/** Programs and plugins in Python, with the interpreter of their virtual environment. */
export const python: Language = {
  name: 'python',
  program: startProgram,
  doneCode,
  failure,
  plugin: startPlugin,
  installation,
  requiredPackages,
  dependencies: dependenciesOf,
  interpreter: (sources) => {
    const { file, args } = interpreterOf(sources)
    return { file, versionArgs: [...args, '--version'] }
  },
  choices: ({ toolchain }) =>
    toolchain === undefined
      ? [
          {
            key: 'toolchain',
            description: 'The tool that installs the dependencies and finds the interpreter',
            choices: toolchains,
            usual: 'pip',
          },
        ]
      : [],
}

function startProgram(run: ProgramRun): Start {
  const { sources } = run
  const { file, args: before } = interpreterOf(sources)
  return {
    file,
    args: [...before, '-u', '-c', runProgram, ...runArguments(run)],
    cwd: sources.root,
    variables: {
      ...runVariables(run),
      ...unbuffered,
    },
  }
}

function failure({ code, signal, lastWords }: ProgramEnd): string | undefined {
  if (code === toldCode) return undefined
  if (code === 0) return earlyEnd('sys.exit')
  if (code === noSdkCode) return `${lastWords.trim()}: install it in the environment of the program, pip install pulumi`
  return code === null ? `the program was killed by ${signal}` : `the program exited with non-zero exit code: ${code}`
}

function startPlugin({ sources, kind, args, pwd }: PluginRun): Start {
  const { folder, options } = sources
  const { file, args: before } = interpreterOf(sources)
  const isPack = kind === 'analyzer'
  return {
    file,
    args: isPack ? [...before, '-u', '-m', 'pulumi.policy', ...args, folder] : [...before, '-u', folder, ...args],
    // The SDK reads the description of a policy pack in its working directory.
    cwd: isPack ? folder : pwd,
    variables: { ...optionVariables(options), ...unbuffered },
  }
}

/** Allows only wheels: building a package from its sources runs them. */
const onlyWheels = {
  PIP_ONLY_BINARY: ':all:',
  UV_NO_BUILD: '1',
  POETRY_INSTALLER_ONLY_BINARY: ':all:',
} as const

function installation(sources: Sources, { withoutScripts = false }: InstallOptions): readonly Start[] {
  const { folder } = sources
  const toolchain = toolchainOf(sources)
  const variables = { ...unbuffered, ...(withoutScripts && onlyWheels) }
  const start = (file: string, ...args: string[]): Start => ({ file, args, cwd: folder, variables })
  if (toolchain === 'poetry' && withoutScripts) refuseBuiltByPoetry(folder)
  // The sources run from their folder. Only building them runs code of their author.
  if (toolchain === 'poetry') return [start('poetry', 'install', '--no-ansi', ...(withoutScripts ? ['--no-root'] : []))]
  if (toolchain === 'uv') return [start('uv', 'sync', ...(withoutScripts ? ['--no-install-workspace'] : []))]
  const environment = environmentOf(sources)
  const interpreter = environment === undefined ? 'python3' : join(environment, 'bin/python')
  const make = environment === undefined ? [] : making(sources, environment, withoutScripts)
  const isListed = existsSync(join(folder, 'requirements.txt'))
  if (withoutScripts && !isListed) throw wouldBuild(folder)
  const what = isListed ? ['-r', 'requirements.txt'] : ['-e', '.']
  return [
    ...make.map((args) => start('python3', ...args)),
    start(interpreter, '-m', 'pip', 'install', '--quiet', ...what),
  ]
}

/** The commands that make the environment. An environment in the sources contains programs of strangers, and one elsewhere belongs to somebody else. */
function making({ root }: Sources, environment: string, withoutScripts: boolean): readonly (readonly string[])[] {
  if (!withoutScripts) return existsSync(join(environment, 'bin/python')) ? [] : [['-m', 'venv', environment]]
  if (!environment.startsWith(`${resolve(root)}${sep}`))
    throw new Failure('install/bad-plugin', `its virtual environment would be ${environment}, outside of its folder`, {
      hint: 'ask its author to name a folder of the plugin; if you trust it, set plugins.allowScripts to true',
    })
  return [['-m', 'venv', '--clear', environment]]
}

/** The failure for a package that pip can only build from sources, which runs the code in them. */
function wouldBuild(folder: string): Failure {
  const file = ['setup.py', 'pyproject.toml'].find((each) => existsSync(join(folder, each))) ?? 'pyproject.toml'
  return new Failure(
    'install/bad-plugin',
    `the plugin brings ${file} and no requirements.txt: pip would have to build it, and run its author's code`,
    {
      hint: 'ask its author for a requirements.txt; if you trust the plugin, set plugins.allowScripts to true',
    },
  )
}

/** Bytes; a larger file is refused. */
const mostOfLock = 16 << 20

/**
 * Poetry's setting for wheels applies only to packages of an index. Poetry builds packages from other places, and without a lock file also those of
 * an index, to see their dependencies.
 */
function refuseBuiltByPoetry(folder: string): void {
  const file = join(folder, 'poetry.lock')
  const stats = statSync(file, { throwIfNoEntry: false })
  const lock = stats?.isFile() === true && stats.size <= mostOfLock ? readFileSync(file, 'utf8') : undefined
  const place = lock === undefined ? undefined : /^\s*type\s*=\s*["'](directory|file|git|url)["']/m.exec(lock)?.[1]
  if (lock !== undefined && place === undefined) return
  const what =
    lock === undefined
      ? 'brings no poetry.lock that can be read'
      : `has a package in its poetry.lock that comes from a ${place}`
  throw new Failure('install/bad-plugin', `the plugin ${what}: poetry would build packages, and run their code`, {
    hint: 'ask its author for a poetry.lock with packages of an index; if you trust the plugin, set plugins.allowScripts to true',
  })
}
