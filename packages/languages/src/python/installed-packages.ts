import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Dependency, RequiredPackage, Sources } from '../language.ts'
import { parametersIn } from '../parameters-in.ts'
import { environmentOf } from './interpreter.ts'

/** The packages whose plugins a program may use: the installed ones that have a pulumi-plugin.json. */
export function requiredPackages(sources: Sources): readonly RequiredPackage[] {
  return below(sources, '*/pulumi-plugin.json').flatMap((file) => {
    const described = readJson(file)
    if (described?.['resource'] !== true) return []
    const folder = basename(dirname(file)).replaceAll('_', '-')
    return [
      {
        name: textIn(described, 'name') || folder.replace(/^pulumi-/, ''),
        version: textIn(described, 'version') || (versionOf(sources, folder) ?? ''),
        server: textIn(described, 'server'),
        ...parametersIn(described),
      },
    ]
  })
}

/** All installed packages, or only those that requirements.txt names. */
export function dependenciesOf(sources: Sources, transitive: boolean): readonly Dependency[] {
  const all = below(sources, '*.dist-info').flatMap((folder) => {
    const [, name = '', version = ''] = /^(.+)-(\d[^-]*)\.dist-info$/.exec(basename(folder)) ?? []
    return name === '' ? [] : [{ name: name.replaceAll('_', '-'), version }]
  })
  const listed = transitive ? undefined : requirementsOf(sources)
  return listed === undefined ? all : all.filter(({ name }) => listed.has(name.toLowerCase()))
}

function versionOf(sources: Sources, name: string): string | undefined {
  return dependenciesOf(sources, true).find((each) => each.name.toLowerCase() === name.toLowerCase())?.version
}

function requirementsOf({ folder }: Sources): ReadonlySet<string> | undefined {
  try {
    const lines = readFileSync(join(folder, 'requirements.txt'), 'utf8').split('\n')
    const names = lines.flatMap((line) => /^[A-Za-z0-9._-]+/.exec(line.trim()) ?? [])
    return new Set(names.map((name) => name.toLowerCase().replaceAll('_', '-')))
  } catch {
    return undefined
  }
}

function below(sources: Sources, pattern: string): readonly string[] {
  const environment = environmentOf(sources)
  if (environment === undefined) return []
  return globSync(join('lib/python*/site-packages', pattern), { cwd: environment })
    .sort()
    .map((path) => join(environment, path))
}

type Json = Readonly<Record<string, unknown>>

function readJson(file: string): Json | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isMap(read) ? read : undefined
  } catch {
    return undefined
  }
}

function textIn(map: Json, name: string): string {
  const value = map[name]
  return typeof value === 'string' ? value : ''
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
