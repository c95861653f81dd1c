import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Ecosystem, Identity } from '../ecosystems/ecosystem.ts'
import { realDisk } from '../store/disk.ts'
import { partialMarker } from '../store/store-paths.ts'

/** A plugin of the tests: `plugin.json` in its folder, and a program unless it is sources. */
export interface FakePlugin {
  readonly name: string
  readonly version: string
  /** `other@1.0.0` */
  readonly needs?: readonly string[]
  readonly sdks?: readonly string[]
  /** Step 5 writes node_modules. */
  readonly hasDependencies?: boolean
  /** No program: it is run by a runtime, and laid out as copies. */
  readonly isSources?: boolean
  /** Two that differ by it have other bytes. */
  readonly salt?: string
}

/** `random@4.19.0` or `random`. */
export function wanted(text: string): Descriptor {
  const [name = '', version] = text.split('@')
  return { form: { form: 'pulumi', kind: 'resource', name }, ...(version !== undefined && { version }) }
}

/** The files of a plugin: contents by path; those that end with `!` may be executed. */
export function filesOf(plugin: FakePlugin): Readonly<Record<string, string>> {
  const program =
    plugin.isSources === true ? {} : { 'bin/run!': `#!/bin/sh\necho ${plugin.name} ${plugin.salt ?? ''}\n` }
  return { 'plugin.json': JSON.stringify(plugin), 'lib/readme.txt': `about ${plugin.name}\n`, ...program }
}

/** A .tar.gz, the same for the same files. */
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

/** Knows fake plugins, and has a place for each below the root. */
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
