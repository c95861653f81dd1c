import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isList, type Value, type ValueMap } from '@slipway/model'
import {
  type Language,
  type PluginRun,
  type ProgramEnd,
  type ProgramRun,
  type Start,
  optionVariables,
  textOf,
  textOption,
} from '../language.ts'
import { runArguments, runVariables } from '../run-arguments.ts'
import { earlyEnd } from '../early-end.ts'
import { earlyCode, isProgram, toldCode } from './early-exit.ts'
import { moduleOf } from './module-of.ts'
import { checkedBefore } from './checked-before.ts'
import { installation, managers } from './package-manager.ts'
import { dependenciesOf, requiredPackages } from './installed-packages.ts'

/**
 * The file lies beside the bundle of this code. Without it everything takes longer, and a program that ends itself seems to have come to its end.
 */
const preload = ['preload.cjs', 'preload.js', 'preload.ts']
  .map((name) => join(import.meta.dirname, name))
  .find(existsSync)

/** Programs and plugins in JavaScript and TypeScript, run by the SDK that they depend on themselves, in our own Node. */
export const nodejs: Language = {
  name: 'nodejs',
  program: startProgram,
  doneCode: 0,
  failure,
  plugin: startPlugin,
  installation,
  requiredPackages,
  dependencies: dependenciesOf,
  interpreter: () => ({ file: process.execPath, versionArgs: ['--version'] }),
  choices: ({ packagemanager }) =>
    packagemanager === undefined
      ? [
          {
            key: 'packagemanager',
            description: 'The package manager that installs the dependencies',
            choices: managers,
            usual: 'npm',
          },
        ]
      : [],
  sdks: async () => (await import('./sdks.ts')).sdks,
}

function startProgram(run: ProgramRun): Start {
  const { sources } = run
  const { options } = sources
  const runner = process.env['PULUMI_LANGUAGE_NODEJS_RUN_PATH'] || '@pulumi/pulumi/cmd/run'
  const isTypeScript = options['typescript'] !== false
  const main = moduleOf(runner, sources.folder, textOption(options, 'packagemanager'))
  return {
    file: process.execPath,
    args: [...nodeArguments(options), main, ...runArguments(run)],
    cwd: sources.root,
    variables: {
      ...runVariables(run),
      [isProgram]: 'yes',
      ...(isTypeScript && { PULUMI_NODEJS_TYPESCRIPT: 'true', ...checkedBefore(sources) }),
      ...(typeof options['tsconfig'] === 'string' && { PULUMI_NODEJS_TSCONFIG_PATH: options['tsconfig'] }),
    },
  }
}

function failure({ code, signal, lastWords }: ProgramEnd): string | undefined {
  if (code === toldCode) return undefined
  if (code === earlyCode) return earlyEnd('process.exit')
  if (lastWords.includes('JavaScript heap out of memory'))
    return (
      'the program ran out of memory: give it more with "nodeargs: --max-old-space-size=4096" (megabytes) among the ' +
      'options of its runtime'
    )
  return code === null ? `the program was killed by ${signal}` : `the program exited with non-zero exit code: ${code}`
}

function startPlugin({ sources, kind, args, pwd }: PluginRun): Start {
  const { folder, options } = sources
  const isPack = kind === 'analyzer'
  const module = `@pulumi/pulumi/cmd/${isPack ? 'run-policy-pack' : 'run-plugin'}`
  const runner = moduleOf(module, folder, textOption(options, 'packagemanager'))
  const node = [...nodeArguments(options), runner]
  return {
    file: process.execPath,
    args: isPack ? [...node, ...args, folder] : [...node, folder, ...args],
    // The SDK reads the description of a policy pack in its working directory.
    cwd: isPack ? folder : pwd,
    variables: {
      ...optionVariables(options),
      PULUMI_NODEJS_TYPESCRIPT: String(options['typescript'] !== false),
    },
  }
}

function nodeArguments(options: ValueMap): readonly string[] {
  return [...(preload === undefined ? [] : ['--require', preload]), ...wordsOf(options['nodeargs'])]
}

function wordsOf(value: Value | undefined): readonly string[] {
  if (isList(value)) return value.map(textOf)
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : []
}
