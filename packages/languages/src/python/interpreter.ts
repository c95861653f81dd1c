import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { type Sources, textOption } from '../language.ts'

export const toolchains = ['pip', 'poetry', 'uv'] as const

export type Toolchain = (typeof toolchains)[number]

/** The command that starts Python for a program, and the arguments before Python's own. */
export interface Interpreter {
  readonly file: string
  readonly args: readonly string[]
}

/** The interpreter that finds the program's dependencies. Fails with an error that names what is missing. */
export function interpreterOf(sources: Sources): Interpreter {
  const toolchain = toolchainOf(sources)
  if (toolchain === 'poetry') return { file: 'poetry', args: ['run', 'python'] }
  if (toolchain === 'uv') return { file: 'uv', args: ['run', 'python'] }
  const environment = environmentOf(sources)
  if (environment === undefined) return { file: 'python3', args: [] }
  const file = join(environment, 'bin/python')
  if (existsSync(file)) return { file, args: [] }
  const place = shellWord(environment)
  const what = existsSync(join(sources.folder, 'requirements.txt')) ? '-r requirements.txt' : 'pulumi'
  throw new Failure(
    'host/launch-failed',
    `${environment} is not a virtual environment: create it, or remove virtualenv from the options of the runtime`,
    { hint: `cd ${shellWord(sources.folder)} && python3 -m venv ${place} && ${place}/bin/pip install ${what}` },
  )
}

export function toolchainOf({ options }: Sources): Toolchain {
  const named = textOption(options, 'toolchain')
  if (named === undefined) return 'pip'
  const toolchain = toolchains.find((each) => each === named)
  if (toolchain !== undefined) return toolchain
  throw new Error(`"${named}" is not a toolchain that Slipway knows: ${toolchains.join(', ')}`)
}

/** The folder of the virtual environment that the project names, or that exists. */
export function environmentOf({ root, folder, options }: Sources): string | undefined {
  const named = textOption(options, 'virtualenv')
  if (named !== undefined) return resolve(root, named)
  const places = [folder, root].flatMap((place) => ['.venv', 'venv'].map((name) => join(place, name)))
  return places.find((place) => existsSync(join(place, 'bin/python')))
}
