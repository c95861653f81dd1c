import { resolve } from 'node:path'
import { FirstBytes } from '@slipway/processes'
import type { Init } from '@slipway/protocol'
import {
  type PackageDependency,
  type PluginDependency,
  type ProgramInfo,
  type RunRequest,
  type RuntimeOptionPrompt,
  type RuntimeOptionValue,
  structFromWire,
} from '@slipway/protocol/pulumi'
import type { Choice, ProgramRun, RequiredPackage, Sources } from '../language.ts'
import { Child } from './child.ts'

/** @param folder of the program, for engines that do not name it */
export function sourcesOf(info: ProgramInfo | undefined, folder = ''): Sources {
  const root = info?.rootDirectory || folder || process.cwd()
  return {
    root: resolve(root),
    folder: resolve(info?.programDirectory || root),
    entry: info?.entryPoint || '.',
    options: structFromWire(info?.options),
  }
}

export function programRun(request: RunRequest, engineAddress: string): ProgramRun {
  const { info, pwd, project, stack, organization, args, config, configSecretKeys, dryRun, parallel } = request
  const sources = sourcesOf(info, pwd)
  return {
    sources: info === undefined ? { ...sources, entry: request.program || '.' } : sources,
    project,
    stack,
    organization,
    args,
    config,
    configSecretKeys,
    dryRun,
    parallel,
    pwd: pwd === '' ? sources.folder : pwd,
    monitorAddress: request.monitorAddress,
    engineAddress,
  }
}

export function pluginAnswer({ name, version, server }: RequiredPackage): Init<PluginDependency> {
  return { name, kind: 'resource', version, server }
}

export function packageAnswer({ parameterization, extension, ...plugin }: RequiredPackage): Init<PackageDependency> {
  return {
    ...pluginAnswer(plugin),
    ...(parameterization !== undefined && { parameterization }),
    ...(extension !== undefined && { extension }),
  }
}

export function choicesAnswer({ key, description, choices, usual }: Choice): Init<RuntimeOptionPrompt> {
  return { key, description, choices: choices.map(choiceAnswer), default: choiceAnswer(usual) }
}

function choiceAnswer(text: string): Init<RuntimeOptionValue> {
  return { stringValue: text, displayName: text }
}

/** How long an interpreter may take to print its version, in milliseconds. */
const versionMs = 10_000

/** The version that a program prints; empty when it prints none. */
export async function versionOf(file: string, args: readonly string[]): Promise<string> {
  const said = new FirstBytes(4096)
  const child = new Child(
    { file, args, cwd: process.cwd(), variables: {} },
    { signal: AbortSignal.timeout(versionMs), onOutput: (_, chunk) => said.add(chunk) },
  )
  const { code } = await child.ended
  return code === 0 ? said.toString().trim() : ''
}
