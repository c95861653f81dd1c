import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure } from '@slipway/model'
import type { InstalledPlugin } from '../dialect.ts'
import { pulumi } from './dialect.ts'
import { pluginIdOf } from './kinds.ts'
import { descriptions } from './plugin-yaml.ts'

/** The policy pack at a path: a folder with its description, or a program. Fails with `host/no-policy-pack`. */
export function policyPackAt(path: string): InstalledPlugin {
  const file = isFile(path) ? path : [...descriptions].map((name) => join(path, name)).find(isFile)
  const id = pluginIdOf('analyzer', basename(path).replace(/^pulumi-analyzer-/, ''))
  if (file === undefined || id === undefined)
    throw new Failure('host/no-policy-pack', `there is no policy pack at ${path}`, {
      hint: 'name a folder that has a PulumiPolicy.yaml, or a program',
    })
  return {
    id,
    dialect: pulumi,
    kind: 'analyzer',
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
