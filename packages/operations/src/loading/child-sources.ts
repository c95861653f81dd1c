import { createHash } from 'node:crypto'
import { isAbsolute, dirname, resolve } from 'node:path'
import type { ChildSources, ChildText, WantedChild } from '@slipway/engine'
import { Failure, shownPath, type Value } from '@slipway/model'
import { CoreProvider } from '../core-provider/core-provider.ts'
import { fetchResource } from '../core-provider/fetch-resource.ts'
import type { TextFiles } from '@slipway/source/files'
import { projectFiles } from '../trust/project-files.ts'
import type { Slipway } from '../slipway.ts'
import type { FolderTrust } from '../trust/folder-trust.ts'

/** The maximum size in bytes of a child from a server. */
const mostOfChild = 8 * 1024 * 1024

/** Reads the texts of one kind of source. */
type SourceDriver = (wanted: WantedChild, from: Sources) => Promise<ChildText>

interface Sources {
  readonly files: TextFiles
  readonly fetch: Fetch
}

/** Fetches an https address, at most `most` bytes. */
type Fetch = (address: string, most: number) => Promise<Buffer>

/** The kinds of sources by `metadata.sourceType`. */
const drivers: ReadonlyMap<string, SourceDriver> = new Map([
  ['file', readFile],
  ['https', readServer],
])

export interface ChildSourcesOptions {
  /** The folder of the project. */
  readonly folder: string
  readonly depth: number
  /** Reads children that are files (default: like all brought files). */
  readonly files?: TextFiles
  readonly fetch?: Fetch
  /** The trust for a command that only reads: nothing is fetched for an untrusted folder. Default: trusted. */
  readonly trust?: Pick<FolderTrust, 'isTrusted'>
}

/** Returns the sources of children: files of this machine, and servers. Each address is read once. */
export function childSources(
  slipway: Pick<Slipway, 'cwd' | 'env'>,
  { folder, depth, files = projectFiles(slipway, folder), fetch = fetchResource, trust }: ChildSourcesOptions,
): ChildSources {
  const { cwd } = slipway
  const core = new CoreProvider({ cwd, folder })
  const read = new Map<string, Promise<ChildText>>()
  return {
    depth,
    answerCall: (name, args) => core.answer(name, args),
    isReadable: (wanted) => isReadable(wanted) && (sourceType(wanted) !== 'https' || trust?.isTrusted !== false),
    read(wanted) {
      const key = JSON.stringify([
        wanted.path,
        isAddress(wanted.from) ? wanted.from : dirname(wanted.from),
        wanted.metadata,
      ])
      let text = read.get(key)
      if (text === undefined) {
        text = driverOf(wanted)(wanted, { files, fetch })
        read.set(key, text)
      }
      return text
    },
  }
}

/** Returns the type of a child's source. A child without a source type lies beside the blueprint that includes it. */
function sourceType({ path, from, metadata }: WantedChild): Value {
  const named = metadata['sourceType'] ?? ''
  const lying = isAddress(path) || isAddress(from) ? 'https' : 'file'
  return named === '' ? lying : named
}

function isReadable(wanted: WantedChild): boolean {
  const type = sourceType(wanted)
  return typeof type !== 'string' || drivers.has(type)
}

function driverOf(wanted: WantedChild): SourceDriver {
  const type = sourceType(wanted)
  const driver = typeof type === 'string' ? drivers.get(type) : undefined
  if (driver !== undefined) return driver
  throw new Failure(
    'cli/child-source',
    `a child cannot come from ${JSON.stringify(type)}: there is no driver for that`,
    {
      hint: `use ${[...drivers.keys()].join(', ')}; or download the child first, and include the file`,
    },
  )
}

/** True for a child on a server. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

async function readFile({ path, from, metadata }: WantedChild, { files }: Sources): Promise<ChildText> {
  if (metadata['sha256'] !== undefined) {
    throw new Failure(
      'cli/child-source',
      `the child ${shownPath(path)} is a file: sha256 is only for a child from a server`,
      {
        hint: 'remove sha256 from the metadata',
      },
    )
  }
  const file = isAbsolute(path) ? resolve(path) : resolve(dirname(from), path)
  return await Promise.resolve({ file, text: files.read(file, { what: 'child blueprint' }) })
}

async function readServer({ path, from, metadata }: WantedChild, { fetch }: Sources): Promise<ChildText> {
  const address = addressOf(path, from, metadata['host'])
  if (address?.protocol !== 'https:' || address.username !== '') {
    throw new Failure('cli/child-source', `${shownPath(path)} is not an address of a child`, {
      hint: 'write "sourceType: https" and "host: example.com" into the metadata, or a whole https address as the path',
    })
  }
  address.hash = ''
  const wanted = hashIn(metadata['sha256'], path)
  const bytes = await fetch(address.href, mostOfChild)
  const found = createHash('sha256').update(bytes).digest('hex')
  const child = { file: address.href, text: bytes.toString('utf8') }
  if (wanted === undefined) return { ...child, warning: unpinned(path, found) }
  if (wanted === found) return child
  throw new Failure(
    'cli/child-changed',
    `${shownPath(path)} does not match the hash in the blueprint: its SHA-256 is ${found}`,
    {
      hint: 'check the changes, then write this hash into the metadata',
    },
  )
}

/** Returns the hash in a child's metadata; `undefined` if the blueprint gives no hash. @throws Failure `cli/child-source` for any other value */
function hashIn(written: unknown, path: string): string | undefined {
  if (written === undefined) return undefined
  const [, hash] = (typeof written === 'string' && /^(?:sha256:)?([0-9a-f]{64})$/i.exec(written)) || []
  if (hash !== undefined) return hash.toLowerCase()
  throw new Failure('cli/child-source', `the sha256 of ${shownPath(path)} must be 64 hexadecimal digits`, {
    hint: 'curl -s ADDRESS | sha256sum prints it',
  })
}

function unpinned(path: string, found: string): NonNullable<ChildText['warning']> {
  return {
    code: 'cli/child-unpinned',
    message: `anyone who can change ${shownPath(path)} can change this deployment`,
    hint: `write "sha256: ${found}" into the metadata, so that Slipway accepts nothing else`,
  }
}

function addressOf(path: string, from: string, host: unknown): URL | undefined {
  if (typeof host === 'string' && host !== '') {
    const address = `https://${host}${path.startsWith('/') ? '' : '/'}${path}`
    return URL.canParse(address) ? new URL(address) : undefined
  }
  const base = isAddress(from) ? from : undefined
  return URL.canParse(path, base) ? new URL(path, base) : undefined
}
