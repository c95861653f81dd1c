import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Ecosystem, Identity } from '../ecosystems/ecosystem.ts'
import { realDisk } from '../store/disk.ts'
import { partialMarker } from '../store/store-paths.ts'

/** A plugin of the tests: `plugin.json` in its folder, and a program unless the plugin is sources. */
export interface FakePlugin {
  readonly name: string
  readonly version: string
  /** The needed plugins, such as `other@1.0.0`. */
  readonly needs?: readonly string[]
  readonly sdks?: readonly string[]
  /** True if step 5 writes node_modules. */
  readonly hasDependencies?: boolean
  /** True if the plugin has no program: a runtime runs it, and it is laid out as copies. */
  readonly isSources?: boolean
  /** A text that makes the bytes of two otherwise equal plugins differ. */
  readonly salt?: string
}

/** Returns the descriptor for `random@4.19.0` or `random`. */
export function wanted(text: string): Descriptor {
  const [name = '', version] = text.split('@')
  return { form: { form: 'pulumi', kind: 'resource', name }, ...(version !== undefined && { version }) }
}

/** Returns the files of a plugin: contents by path. A path that ends with `!` is executable. */
export function filesOf(plugin: FakePlugin): Readonly<Record<string, string>> {
  const program =
    plugin.isSources === true ? {} : { 'bin/run!': `#!/bin/sh\necho ${plugin.name} ${plugin.salt ?? ''}\n` }
  return { 'plugin.json': JSON.stringify(plugin), 'lib/readme.txt': `about ${plugin.name}\n`, ...program }
}

/** Packs files into a .tar.gz, which is the same for the same files. */
export function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    const header = Buffer.alloc(512)
    header.write(name.replace(/!$/, ''), 0)
    header.write(name.endsWith('!') ? '0000755\0' : '0000644\0', 100)
    header.write(`${'0000000\0'.repeat(2)}${content.length.toString(8).padStart(11, '0')} 00000000000 `, 108)
    header.write('        0', 148)
    header.write('ustar\u000000', 257)
    const sum = header.reduce((all, byte) => all + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 1 })
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name.replace(/!$/, ''))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode: name.endsWith('!') ? 0o755 : 0o644 })
  }
}

/** The deeds of a fake ecosystem, in order: `needs a`, `dependencies a`. */
export type Deeds = string[]

/** Creates an ecosystem that knows fake plugins, and has a place for each below the root. */
export function fakeEcosystem(root: string, deeds: Deeds = [], name = 'fake'): Ecosystem {
  return {
    name,
    owns: ({ form }) => form.form === 'pulumi',
    recognise: (folder) => {
      const plugin = readPlugin(folder)
      return plugin === undefined ? undefined : identityOf(plugin, name)
    },
    place: ({ name: plugin, version }) => {
      const folder = join(root, `resource-${plugin}-v${version}`)
      return { folder, marker: partialMarker(folder) }
    },
    isSearched: (folder) => folder.startsWith(`${root}${sep}`),
    needs: async (identity, folder) => {
      const plugin = readPlugin(folder)
      deeds.push(`needs ${identity.name}`)
      return {
        plugins: (plugin?.needs ?? []).map(wanted),
        sdks: (plugin?.sdks ?? []).map(wanted),
        ...(plugin?.hasDependencies === true && {
          dependencies: async () => fakeDependencies(folder, identity, deeds),
        }),
      }
    },
  }
}

async function fakeDependencies(folder: string, { name }: Identity, deeds: Deeds): Promise<void> {
  deeds.push(`dependencies ${name}`)
  const modules = join(folder, 'node_modules/dep')
  await realDisk.makeFolder(modules)
  await realDisk.write(join(modules, 'index.js'), `// of ${name}\n`)
}

function readPlugin(folder: string): FakePlugin | undefined {
  const file = join(folder, 'plugin.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FakePlugin) : undefined
}

function identityOf({ name, version, isSources }: FakePlugin, ecosystem: string): Identity {
  return { ecosystem, kind: 'resource', name, version, programs: isSources === true ? [] : ['bin/run'] }
}
