import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Dependency, RequiredPackage, Sources } from '../language.ts'
import { parametersIn } from '../parameters-in.ts'
import { upwards } from './upwards.ts'

type Json = Readonly<Record<string, unknown>>

/** The packages whose plugins a program may use: the installed ones that declare a plugin. */
export function requiredPackages({ folder }: Sources): readonly RequiredPackage[] {
  const found = new Map<string, RequiredPackage>()
  for (const manifest of installed(folder)) {
    const required = requiredBy(manifest)
    if (required !== undefined) found.set(JSON.stringify(required), required)
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

function requiredBy(manifest: Json): RequiredPackage | undefined {
  const { pulumi } = manifest
  if (!isMap(pulumi) || pulumi['resource'] !== true) return undefined
  const name = textIn(pulumi, 'name') || textIn(manifest, 'name').replace(/^@pulumi\//, '')
  const version = textIn(pulumi, 'version') || textIn(manifest, 'version')
  return {
    name,
    version,
    server: textIn(pulumi, 'server'),
    ...parametersIn(pulumi),
  }
}

/** The installed versions of package.json's dependencies; or all installed packages. */
export function dependenciesOf({ folder }: Sources, transitive: boolean): readonly Dependency[] {
  if (transitive) return [...installed(folder)].map(named).sort((a, b) => (a.name < b.name ? -1 : 1))
  const home = upwards(folder).find((place) => existsSync(join(place, 'package.json')))
  const manifest = home === undefined ? undefined : readManifest(home)
  const listed = { ...mapIn(manifest, 'dependencies'), ...mapIn(manifest, 'devDependencies') }
  return Object.entries(listed)
    .map(([name, range]) => ({ name, version: installedVersion(name, folder) ?? String(range) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function installedVersion(name: string, folder: string): string | undefined {
  for (const place of upwards(folder)) {
    const manifest = readManifest(join(place, 'node_modules', name))
    if (manifest !== undefined) return named(manifest).version
  }
  return undefined
}

/** The package.json of each package that can be loaded from the folder, once. */
function* installed(folder: string): Generator<Json> {
  const seen = new Set<string>()
  for (const place of upwards(folder)) yield* below(join(place, 'node_modules'), seen)
}

function* below(modules: string, seen: Set<string>): Generator<Json> {
  for (const name of namesIn(modules)) {
    const path = join(modules, name)
    const real = realPath(path)
    if (real === undefined || seen.has(real)) continue
    seen.add(real)
    const manifest = readManifest(path)
    if (manifest !== undefined && typeof manifest['name'] === 'string') yield manifest
    yield* below(join(path, 'node_modules'), seen)
    // pnpm links to a package's folder, which has the package's own dependencies beside it.
    const home = join(real, name.includes('/') ? '../..' : '..')
    if (basename(home) === 'node_modules' && home !== realPath(modules)) yield* below(home, seen)
  }
}

/** Package names such as `semver` and `@pulumi/random`. */
function namesIn(modules: string): readonly string[] {
  return entriesOf(modules).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? entriesOf(join(modules, name)).map((inner) => `${name}/${inner}`) : [name]
  })
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function readManifest(folder: string): Json | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return isMap(read) ? read : undefined
  } catch {
    return undefined
  }
}

function named(manifest: Json): Dependency {
  return { name: textIn(manifest, 'name'), version: textIn(manifest, 'version') }
}

function mapIn(map: Json | undefined, name: string): Json {
  const value = map?.[name]
  return isMap(value) ? value : {}
}

function textIn(map: Json, name: string): string {
  const value = map[name]
  return typeof value === 'string' ? value : ''
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
