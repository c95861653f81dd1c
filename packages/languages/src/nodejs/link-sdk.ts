import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Failure, messageOf, shownPath } from '@slipway/model'
import type { LinkPlan, Sources, Start } from '../language.ts'
import { installation } from './package-manager.ts'
import { upwards } from './upwards.ts'

type Json = Readonly<Record<string, unknown>>

/** The folder of SDKs that are made here, in the folder of the project. */
const ownPath = /^file:(?:\.\/)?(?:.*\/)?sdks\/[^/]+$/

/**
 * Makes a program depend on SDKs in folders: in the package.json beside it or above it, up to the folder of its project.
 *
 * @param added folders of SDKs
 * @param removed folders of SDKs that it no longer depends on, whether they are there or not
 * @throws Failure `package/no-manifest`, `package/other-dependency`
 */
export function linkPlan(sources: Sources, added: readonly string[], removed: readonly string[] = []): LinkPlan {
  const file = manifestOf(sources)
  const text = readFileSync(file, 'utf8')
  const manifest = parsed(file, text)
  const dependencies: Record<string, unknown> = { ...mapIn(manifest, 'dependencies') }
  const gone = Object.keys(dependencies).filter((name) => isIn(removed, dependencies[name], file))
  for (const name of gone) delete dependencies[name]
  const names = added.map((folder) => {
    const name = nameOf(folder)
    refuseOther(file, name, { ...mapIn(manifest, 'devDependencies'), ...dependencies })
    dependencies[name] = `file:${relative(join(file, '..'), folder).split(sep).join('/')}`
    return name
  })
  if (names.length === 0 && gone.length === 0) return { file, text, installation: [], instructions: '' }
  const sorted = Object.fromEntries(Object.entries(dependencies).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const changed = JSON.stringify({ ...manifest, dependencies: sorted }, undefined, indentOf(text))
  return {
    file,
    text: `${changed}\n`,
    // Runs no scripts: an SDK of ours has none, and scripts of other packages do not concern it.
    installation: installation({ ...sources, folder: join(file, '..') }, { isPlugin: false, withoutScripts: true }),
    instructions: names.map((name) => `import * as ${variableOf(name)} from "${name}"`).join('\n'),
  }
}

function manifestOf({ root, folder }: Sources): string {
  const inside = upwards(folder).filter((place) => place === root || place.startsWith(`${root}${sep}`))
  const file = inside.map((place) => join(place, 'package.json')).find(existsSync)
  if (file !== undefined) return file
  throw new Failure('package/no-manifest', `${shownPath(root)} has no package.json that could depend on an SDK`, {
    hint: 'create one in that folder: npm init --yes && npm install @pulumi/pulumi; then run the same command again',
  })
}

function parsed(file: string, text: string): Json {
  try {
    const read: unknown = JSON.parse(text)
    if (isMap(read)) return read
  } catch (error) {
    throw new Failure('package/no-manifest', `${shownPath(file)} cannot be read: ${messageOf(error)}`, {
      hint: 'correct the file, then run the same command again',
      cause: error,
    })
  }
  throw new Failure('package/no-manifest', `${shownPath(file)} is not an object of JSON`, {
    hint: 'correct the file, then run the same command again',
  })
}

function nameOf(folder: string): string {
  const { name } = parsed(join(folder, 'package.json'), readFileSync(join(folder, 'package.json'), 'utf8'))
  return typeof name === 'string' ? name : ''
}

function refuseOther(file: string, name: string, dependencies: Json): void {
  const before = dependencies[name]
  if (before === undefined || isOwn(before)) return
  throw new Failure(
    'package/other-dependency',
    `${shownPath(file)} already depends on ${name} ${JSON.stringify(before)}, which is another SDK of the same package`,
    { hint: `npm uninstall ${name}, then run the same command again; or keep the other SDK` },
  )
}

function isOwn(range: unknown): boolean {
  return typeof range === 'string' && ownPath.test(range)
}

function isIn(folders: readonly string[], range: unknown, file: string): boolean {
  if (typeof range !== 'string' || !ownPath.test(range)) return false
  return folders.includes(resolve(dirname(file), range.slice('file:'.length)))
}

/** Turns `@pulumi/aws-native` into `awsNative`. */
function variableOf(name: string): string {
  return name.replace(/^.*\//, '').replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string = '') => next.toUpperCase())
}

function indentOf(text: string): string | number {
  return /^\{\s*?\n([ \t]+)/.exec(text)?.[1] ?? 2
}

/** Packs an SDK as npm does, without its scripts. */
export function packPlan(folder: string, destination: string): { readonly start: Start; readonly artifact: string } {
  const manifest = parsed(join(folder, 'package.json'), readFileSync(join(folder, 'package.json'), 'utf8'))
  const [name, version] = [manifest['name'], manifest['version']].map((each) => (typeof each === 'string' ? each : ''))
  const file = `${(name ?? '').replace(/^@/, '').replace('/', '-')}-${version}.tgz`
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', destination]
  return { start: { file: 'npm', args, cwd: folder, variables: {} }, artifact: join(destination, file) }
}

function mapIn(map: Json, name: string): Json {
  const value = map[name]
  return isMap(value) ? value : {}
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
