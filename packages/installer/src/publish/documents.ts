import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { objectIn, textIn } from '../sources/json.ts'
import { contentOf } from './content-of.ts'

export interface RegistryFolder {
  /** Absolute. */
  readonly root: string
  /** The URL under which the folder will be served; absent: links are relative, and the folder may be served anywhere. */
  readonly url?: string
}

/** The document with the listed facts of a version, beside its other documents. */
export const versionDocument = 'version.json'

/** Writes the list of a plugin's versions: those that have a document in its folder. */
export function listVersions(service: string): void {
  writeList(join(service, 'versions'), () => {
    const versions = readdirSync(service)
      .toSorted()
      .flatMap((name) => {
        const text = textOf(join(service, name, versionDocument))
        return text === undefined ? [] : [objectIn(JSON.parse(text))]
      })
    return { versions: versions.filter(({ version }) => textIn(version) !== undefined) }
  })
}

/**
 * Writes a list of a folder's content. Several publishers may write at once: the list is written again until nothing has changed meanwhile, so the
 * last writer has seen everything.
 */
export function writeList(file: string, listed: () => object): void {
  for (let written = ''; ;) {
    const list = listed()
    const text = JSON.stringify(list)
    if (text === written) return
    writeDocument(file, list)
    written = text
  }
}

/** Returns the address of a service, for a document in `.well-known`. */
export function endpointOf({ url }: RegistryFolder, path: string): string {
  return url === undefined ? `../${path}` : `${url.replace(/\/+$/, '')}/${path}`
}

export function linkTo({ root, url }: RegistryFolder, document: string, file: string): string {
  const steps = url === undefined ? relative(dirname(document), file) : relative(root, file)
  const path = steps.split('/').map(encodeURIComponent).join('/')
  return url === undefined ? path : `${url.replace(/\/+$/, '')}/${path}`
}

/** Returns the text of a file; `undefined` for a missing file. */
export function textOf(file: string): string | undefined {
  return contentOf(file)?.toString('utf8')
}

/** Writes a document so that a reader finds either the old document or the new one. */
export function writeDocument(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = join(dirname(file), `.${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
