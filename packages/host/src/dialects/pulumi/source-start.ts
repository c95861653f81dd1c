import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { isList, type Value } from '@slipway/model'
import type { Start } from '../dialect.ts'
import type { SourceRuntime } from './plugin-yaml.ts'

/** How sources are run: a program, and what it gets besides the arguments of the plugin. */
export type SourceStart = Pick<Start, 'variables' | 'args' | 'cwd'> & { readonly file: string }

/**
 * How a plugin that is sources is started, for the languages that Slipway runs itself; `undefined` for any other. Fails
 * with an error that says what is missing.
 *
 * @param folder in which the plugin lies
 * @param args of the plugin
 */
export function sourceStart(
  folder: string,
  { name, options }: SourceRuntime,
  args: readonly string[],
  kind: string,
): SourceStart | undefined {
  const variables = Object.fromEntries(
    Object.entries(options).map(([option, value]) => [`PULUMI_RUNTIME_${option.toUpperCase()}`, textOf(value)]),
  )
  const isPack = kind === 'analyzer'
  // The SDK reads the description of a pack where it runs.
  const where = isPack ? { cwd: folder } : {}
  if (name === 'nodejs') {
    const isTypeScript = options['typescript'] !== false
    const node = [...wordsOf(options['nodeargs']), runnerIn(folder, isPack ? 'run-policy-pack' : 'run-plugin')]
    return {
      file: process.execPath,
      args: isPack ? [...node, ...args, folder] : [...node, folder, ...args],
      variables: { ...variables, PULUMI_NODEJS_TYPESCRIPT: String(isTypeScript) },
      ...where,
    }
  }
  if (name !== 'python') return undefined
  return {
    file: pythonOf(folder, options['virtualenv']),
    args: isPack ? ['-u', '-m', 'pulumi.policy', ...args, folder] : ['-u', folder, ...args],
    variables: { ...variables, PYTHONUNBUFFERED: '1' },
    ...where,
  }
}

/** The SDK that the plugin itself depends on knows how its sources are loaded. */
function runnerIn(folder: string, runner: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`@pulumi/pulumi/cmd/${runner}`)
  } catch (error) {
    throw new Error(`${folder} lacks its dependency @pulumi/pulumi: run npm install there`, { cause: error })
  }
}

/** The interpreter of the virtual environment that is named, or lies there; else that of the PATH. */
function pythonOf(folder: string, named: Value | undefined): string {
  if (typeof named === 'string' && named !== '') {
    const python = join(resolve(folder, named), 'bin/python')
    if (existsSync(python)) return python
    throw new Error(
      `${dirname(dirname(python))} is no virtual environment: make it, or take virtualenv out of its options`,
    )
  }
  const found = ['.venv', 'venv'].map((name) => join(folder, name, 'bin/python')).find((file) => existsSync(file))
  return found ?? 'python3'
}

function wordsOf(value: Value | undefined): readonly string[] {
  if (isList(value)) return value.map(textOf)
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : []
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
