import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Files that every test depends on, whatever its imports are. */
const everywhere =
  /^(package(-lock)?\.json|tsconfig\.json|\.npmrc|tools\/tests\/|tools\/fixed-luck\.ts|test\/(trusting|cases)\.ts)/

/** `slipway` is built of these; bundles.ts names the others. */
const builtFrom = [
  'tools/build/slipway.ts',
  'plugins/*/src/main.ts',
  'packages/languages/src/*/*.ts',
  'docs/reference/errors/*.md',
  'packages/slipway/bin/slipway',
]

/** A file with one of these words runs the build. */
const runsBuild = /\bbin\/slipway\b|\/dist\b/

/** Folders that stand for all that lies in them where they are named: all of them but `packages`, `test` and the like. */
const mayStandForAll = /\/|^(docs|examples)$/

const code = /\.([cm]?ts|[cm]?js)$/

/**
 * The test files that can see a change of these files. A file sees another one
 *
 * - that it imports, types apart, by its path or by the name of a package;
 * - that it names in a text, by a path from its own folder or from the root: plugins and programs of tests, data, folders;
 * - of which `slipway` is built, where it runs `slipway`: nearly every test below test/ sees nearly every source.
 *
 * Files without code, such as the transcripts of scenarios, and scripts that nobody names are data of the tests in their folder, or else
 * of those in the nearest folder above that has any.
 */
export function testsReachedBy(changed: readonly string[], tests: readonly string[], root: string): readonly string[] {
  if (changed.some((name) => everywhere.test(name))) return tests
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const files = [...new Set([...tracked.split('\0').filter((name) => name !== ''), ...changed])]
  const seenBy = dependentsOf(files, root)
  const seen = new Set<string>()
  const next = [...changed]
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const dependents = seenBy.get(name) ?? []
    const isNamed = name.endsWith('.ts') || (dependents.length > 0 && code.test(name))
    next.push(...dependents, ...(isNamed ? [] : testsBeside(name, tests)))
  }
  return tests.filter((test) => seen.has(test))
}

/** The files that see each file. `build` stands for the files that `slipway` runs. */
function dependentsOf(files: readonly string[], root: string): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files)
  const folders = new Map<string, string[]>()
  for (const file of files)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
      folders.set(folder, [...(folders.get(folder) ?? []), file])
  const packages = packageEntries(root)
  const seenBy = new Map<string, string[]>()
  const add = (seen: string, by: string): void => {
    const list = seenBy.get(seen)
    if (list === undefined) seenBy.set(seen, [by])
    else list.push(by)
  }
  for (const pattern of builtFrom) for (const file of globSync(pattern, { cwd: root })) add(file, 'build')
  for (const file of files.filter((name) => code.test(name) && existsSync(join(root, name)))) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(import|export) type [^;]*? from '[^']+'/gm, '')
    if (runsBuild.test(text) && !file.startsWith('tools/build/')) add('build', file)
    for (const [, named = ''] of text.matchAll(/['"`]([^'"`\n]{1,200})['"`]/g)) {
      const paths = pathsOf(named, file)
      const found = packages(named) ?? paths.find((path) => known.has(path))
      const isPath = named.includes('/') || !file.startsWith('packages/')
      const folder = paths.find((path) => isPath && folders.has(path) && mayStandForAll.test(path))
      if (found !== undefined) add(found, file)
      else for (const inside of folders.get(folder ?? '') ?? []) add(inside, file)
    }
  }
  return seenBy
}

/** The possible paths of a name: a bare name is in the same folder or, for tests, in the root. */
function pathsOf(named: string, file: string): readonly string[] {
  const isFromRoot = named.includes('/') || file.startsWith('test/')
  return [join(dirname(file), named), ...(isFromRoot ? [normalize(named)] : [])]
}

/** Finds the source behind `@slipway/host` or `@slipway/host/testing`. */
function packageEntries(root: string): (named: string) => string | undefined {
  const exported = globSync('packages/*/package.json', { cwd: root }).flatMap((manifest) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as {
      readonly name: string
      readonly exports?: Readonly<Record<string, unknown>>
    }
    return Object.entries(exports).map(([from, to]) => ({
      from: join(name, from),
      to: join(dirname(manifest), typeof to === 'string' ? to : ''),
    }))
  })
  const exact = new Map(exported.map(({ from, to }) => [from, to]))
  const patterns = exported
    .filter(({ from }) => from.endsWith('/*'))
    .map(({ from, to }) => ({ prefix: from.slice(0, -1), to }))
  return (named) => {
    if (!named.startsWith('@slipway/')) return undefined
    const pattern = patterns.find(({ prefix }) => named.startsWith(prefix))
    return exact.get(named) ?? pattern?.to.replace('*', named.slice(pattern.prefix.length))
  }
}

function testsBeside(name: string, tests: readonly string[]): readonly string[] {
  for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) {
    const beside = tests.filter((test) => dirname(test) === folder)
    if (beside.length > 0) return beside
  }
  return []
}
