import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundles.ts'

/** The parts of a package.json that publishing needs. */
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
   * it brings along the one that runs the sources. `bundled` says that a bundle in the package has its dependencies inside, but for
   * these, which its exports import. `without` are the files of `dist/` that one of these has, too.
   */
  readonly publishConfig?: {
    readonly exports?: Readonly<Record<string, string>>
    readonly engines?: object
    readonly bundled?: { readonly but: readonly string[]; readonly without: readonly string[] }
  }
}

export interface PublishedPackage {
  /** Name of its folder below packages/. */
  readonly name: string
  /** The manifest in its published form. */
  readonly manifest: Manifest
  /** The sources that others import, by the names under which they do; a `*` in both stands for the same text. */
  readonly sources: Readonly<Record<string, string>>
  /** Entries of `dist/` that another package brings along. */
  readonly without: readonly string[]
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
      return {
        name,
        manifest: published(source),
        sources: Object.fromEntries(sources) as Record<string, string>,
        without: source.publishConfig?.bundled?.without ?? [],
      }
    })
}

const exportsOf = ({ publishConfig, exports = {} }: SourceManifest): Readonly<Record<string, string>> =>
  publishConfig?.exports ?? exports

/** In the repository, a package is private, so that nobody publishes its sources by mistake. */
function published(source: SourceManifest): Manifest {
  const { private: _private, devDependencies: _development, publishConfig: said = {}, ...others } = source
  const { engines, bundled } = said
  const { dependencies = {}, ...bundle } = {
    ...others,
    ...(engines && { engines }),
    publishConfig: { access: 'public' },
  }
  // Nobody can import it: it runs a bundle, in which all that it needs is.
  if (source.exports === undefined) return bundle
  const exports = compiledExports(exportsOf(source))
  const kept = Object.entries(dependencies).filter(([name]) => bundled?.but.includes(name) ?? true)
  return { ...bundle, exports, dependencies: Object.fromEntries(kept) }
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
