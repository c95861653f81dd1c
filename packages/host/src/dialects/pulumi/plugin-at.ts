import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure } from '@slipway/model'
import type { InstalledPlugin } from '../dialect.ts'
import { pulumi } from './dialect.ts'
import { executableOf, pluginIdOf, type PulumiKind } from './described/kinds.ts'
import { descriptions } from './described/plugin-yaml.ts'

/** The policy pack at a path: a folder with its description, or a program. Fails with `host/no-policy-pack`. */
export function policyPackAt(path: string): InstalledPlugin {
  const pack = pluginAt('analyzer', path, [...descriptions])
  if (pack !== undefined) return pack
  throw new Failure('host/no-policy-pack', `there is no policy pack at ${path}`, {
    hint: 'name a folder that has a PulumiPolicy.yaml, or a program',
  })
}

/** The converter at a path: a folder with its description or its program, or the program. Fails with `host/no-converter`. */
export function converterAt(path: string): InstalledPlugin {
  const name = basename(path).replace(/^pulumi-converter-/, '')
  const converter = pluginAt('converter', path, ['PulumiPlugin.yaml', executableOf('converter', name)])
  if (converter !== undefined) return converter
  throw new Failure('host/no-converter', `there is no converter at ${path}`, {
    hint: 'name a folder that has a PulumiPlugin.yaml, or a program such as pulumi-converter-acme',
  })
}

/** @param inside names of files that make a folder a plugin */
function pluginAt(kind: PulumiKind, path: string, inside: readonly string[]): InstalledPlugin | undefined {
  const file = isFile(path) ? path : inside.map((name) => join(path, name)).find(isFile)
  const id = pluginIdOf(kind, basename(path).replace(`pulumi-${kind}-`, ''))
  if (file === undefined || id === undefined) return undefined
  return {
    id,
    dialect: pulumi,
    kind,
    namespace: '',
    version: '',
    file,
    ...(descriptions.has(basename(file)) && { isSource: true }),
    root: { path, origin: 'project', dialect: pulumi.name },
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
