import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundles.ts'

/** A package.json, as far as publishing needs it. */
export interface Manifest {
  readonly name: string
  readonly files: readonly string[]
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [other: string]: unknown
}

interface SourceManifest extends Manifest {
  readonly exports?: Readonly<Record<string, string>>
  /**
   * The published package says this instead. Its Node stands here, because `npm ci` would complain on an older one, though
   * it brings along the one that runs the sources.
   */
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, string>>; readonly engines?: object }
}

export interface PublishedPackage {
  /** Of its folder below packages/. */
  readonly name: string
  /** As it is published. */
  readonly manifest: Manifest
  /** The sources that others import, by the names under which they do; a `*` in both stands for the same text. */
  readonly sources: Readonly<Record<string, string>>
}

/** Everything below packages/. The plugins of plugins/ travel inside those packages that come with them. */
export function packagesToPublish(): readonly PublishedPackage[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((file) => {
      const name = file.split('/')[1] as string
      const source = JSON.parse(readFileSync(join(root, file), 'utf8')) as SourceManifest
      if (!Array.isArray(source.files))
        throw new Error(`${file} does not say which files are published: "files": ["lib"]`)
      const sources = Object.entries(exportsOf(source)).map(([path, entry]) => [
        join(source.name, path),
        join(root, 'packages', name, entry),
      ])
      return { name, manifest: published(source), sources: Object.fromEntries(sources) as Record<string, string> }
    })
}

const exportsOf = ({ publishConfig, exports = {} }: SourceManifest): Readonly<Record<string, string>> =>
  publishConfig?.exports ?? exports

/** In the repository a package is private, so that nobody publishes its sources by mistake. */
function published(source: SourceManifest): Manifest {
  const { private: _private, devDependencies: _development, publishConfig: { engines } = {}, ...others } = source
  const kept = { ...others, ...(engines && { engines }) }
  const publishConfig = { access: 'public' }
  if (source.exports !== undefined) return { ...kept, exports: compiledExports(exportsOf(source)), publishConfig }
  // Nobody can import it: it runs a bundle, in which all that it needs is.
  const { dependencies: _bundled, ...bundle } = kept
  return { ...bundle, publishConfig }
}

/** `./src/index.ts` -> `./lib/index.js`, and its declarations. */
function compiledExports(exports: Readonly<Record<string, string>>): Manifest['exports'] & object {
  return Object.fromEntries(
    Object.entries(exports).map(([name, path]) => {
      const compiled = path.replace(/^\.\/src\/(.*)\.ts$/, './lib/$1')
      return [name, { types: `${compiled}.d.ts`, default: `${compiled}.js` }]
    }),
  )
}
