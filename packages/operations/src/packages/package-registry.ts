import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HttpClient } from '@slipway/installer'
import { Failure, shownPath } from '@slipway/model'
import { writeWhole } from '@slipway/programs/stacks/write-file'

/**
 * A registry of packages: `NAME/VERSION/schema.json`, `README.md` and `package.json`, and `NAME/index.json` with the versions. Any web server can
 * serve a registry in a folder; a registry server accepts `PUT` and answers `GET`.
 */
export interface PackageRegistry {
  /** The location of the registry, for messages. */
  readonly place: string
  /** Reads the text of a file; `undefined` if the file does not exist. Path separators are `/`. */
  read(path: string): Promise<string | undefined>
  write(path: string, text: string): Promise<void>
}

/** In bytes. */
const largest = 400 << 20

export function folderRegistry(folder: string): PackageRegistry {
  return {
    place: shownPath(folder),
    read: async (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined),
    write: async (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeWhole(join(folder, path), text)
    },
  }
}

export function serverRegistry(url: string, http: Pick<HttpClient, 'get' | 'send'>): PackageRegistry {
  const at = (path: string): string => `${url.replace(/\/+$/, '')}/${path}`
  const subject = `the package registry at ${new URL(url).host}`
  return {
    place: url,
    read: async (path) => {
      const { status, body } = await http.get(at(path), { subject, limit: largest, accepts: [200, 404] })
      return status === 404 ? undefined : body.toString()
    },
    write: async (path, text) => {
      const type = path.endsWith('.json') ? 'application/json' : 'text/markdown; charset=utf-8'
      const headers = { 'content-type': type }
      await http.send(at(path), { method: 'PUT', subject, headers, body: Buffer.from(text) })
    },
  }
}

/** A package with all its published files. */
export interface PublishedPackage {
  readonly name: string
  readonly version: string
  /** The files of this version, by name. */
  readonly files: Readonly<Record<string, string>>
}

const npmLikeVersion = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$/

/**
 * Publishes one version. Accepts the same content again, and never changes published content. Writes the list of versions last.
 *
 * @throws Failure `package/published` if the version exists with other content, `package/bad-version`
 */
export async function publishTo(
  registry: PackageRegistry,
  { name, version, files }: PublishedPackage,
): Promise<'published' | 'present'> {
  if (!npmLikeVersion.test(version))
    throw new Failure(
      'package/bad-version',
      `${JSON.stringify(version.slice(0, 100))} is not a version that a package can have`,
      {
        hint: 'a version looks like 1.2.0, and the schema of the plugin gives it',
      },
    )
  const before = new Map<string, string | undefined>()
  for (const file of Object.keys(files)) before.set(file, await registry.read(`${name}/${version}/${file}`))
  const changed = Object.entries(files).filter(([file, text]) => ![undefined, text].includes(before.get(file)))
  if (changed.length > 0)
    throw new Failure(
      'package/published',
      `${name} ${version} is published at ${registry.place} with another ${changed[0]?.[0]}`,
      {
        hint: 'a published version never changes: raise the version of the package',
      },
    )
  const missing = Object.entries(files).filter(([file]) => before.get(file) === undefined)
  for (const [file, text] of missing) await registry.write(`${name}/${version}/${file}`, text)
  const versions = await versionsIn(registry, name)
  if (missing.length === 0 && versions.includes(version)) return 'present'
  const all = [...new Set([...versions, version])]
  await registry.write(`${name}/index.json`, `${JSON.stringify({ name, versions: all }, undefined, 2)}\n`)
  return 'published'
}

async function versionsIn(registry: PackageRegistry, name: string): Promise<readonly string[]> {
  const text = await registry.read(`${name}/index.json`)
  if (text === undefined) return []
  try {
    const { versions } = JSON.parse(text)
    if (Array.isArray(versions) && versions.every((each) => typeof each === 'string')) return versions
  } catch {
    // The code below reports the failure.
  }
  throw new Failure(
    'package/bad-registry',
    `${name}/index.json at ${registry.place} is not a list of versions, so it stays unchanged`,
    {
      hint: 'correct the file, or publish to another place',
    },
  )
}
