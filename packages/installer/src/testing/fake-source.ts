import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure } from '@slipway/model'
import type { Form } from '../descriptor/descriptor.ts'
import type { Source } from '../sources/source.ts'
import { archiveOf, type FakePlugin, filesOf, sha256, writeFiles } from './fake-plugins.ts'

export interface FakeSource extends Source {
  /** The requests to the source, in order: `offer random@4.19.0`, `fetch random@4.19.0`. */
  readonly asked: string[]
  /** The plugins of the source; tests may change the list. */
  plugins: readonly FakePlugin[]
}

export interface FakeSourceOptions {
  readonly origin?: string
  readonly as?: 'archive' | 'folder'
  /** True if the source gives no sha256 before the download. */
  readonly isSilent?: boolean
  readonly kind?: string
  /** A hook before each fetch, which may throw. */
  readonly beforeFetch?: (plugin: FakePlugin) => Promise<void> | void
  readonly afterFetch?: (plugin: FakePlugin) => void
}

/** Creates a source with plugins in memory. */
export function fakeSource(plugins: readonly FakePlugin[], options: FakeSourceOptions = {}): FakeSource {
  const origin = options.origin ?? 'fake.example.com'
  const source: FakeSource = {
    name: 'fake',
    plugins,
    asked: [],
    serves: ({ form }) => form.form === 'pulumi' || form.form === 'path',
    origin: () => origin,
    versions: async ({ form }) => {
      const name = nameIn(form)
      source.asked.push(`versions ${name}`)
      return source.plugins.filter((each) => each.name === name).map(({ version }) => ({ version }))
    },
    offer: async (descriptor, version, platform) => {
      const name = nameIn(descriptor.form)
      source.asked.push(`offer ${name}@${version}`)
      const plugin = find(source.plugins, name, version)
      const bytes = archiveOf(filesOf(plugin))
      const isTold = options.isSilent !== true && options.as !== 'folder'
      return {
        descriptor,
        version,
        platform,
        origin,
        shown: `${origin}/${name}`,
        at: `${name}@${version}`,
        fileName: `${name}.tar.gz`,
        ...(options.kind !== undefined && { kind: options.kind }),
        ...(isTold && { sha256: sha256(bytes), size: bytes.length }),
      }
    },
    fetch: async ({ at }, into) => {
      const [name = '', version = ''] = at.split('@')
      const plugin = find(source.plugins, name, version)
      await options.beforeFetch?.(plugin)
      source.asked.push(`fetch ${at}`)
      if (options.as === 'folder') {
        writeFiles(into.folder, filesOf(plugin))
        return { as: 'folder' }
      }
      const bytes = archiveOf(filesOf(plugin))
      writeFileSync(into.file, bytes)
      options.afterFetch?.(plugin)
      return { as: 'archive', sha256: sha256(bytes), size: bytes.length }
    },
  }
  return source
}

/** Returns the last part of a path. */
function nameIn(form: Form): string {
  return form.form === 'pulumi' ? form.name : form.form === 'path' ? basename(form.path) : ''
}

function find(plugins: readonly FakePlugin[], name: string, version: string): FakePlugin {
  const plugin = plugins.find((each) => each.name === name && each.version === version)
  if (plugin === undefined) throw new Failure('install/not-found', `there is no ${name}@${version}`)
  return plugin
}
