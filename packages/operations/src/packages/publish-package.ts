import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createHttpClient, type Descriptor, descriptorText } from '@slipway/installer'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import { findProject, type Project } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { packageDocs } from './package-docs.ts'
import { folderRegistry, type PackageRegistry, publishTo, serverRegistry } from './package-registry.ts'
import { descriptorFrom, findPackage, type PackageRequest } from './wanted-package.ts'

export interface PublishPackageRequest extends PackageRequest {
  /** The target: a folder, or the URL of a registry. */
  readonly to: string
  /** A Markdown file with the documentation. Absent: Slipway makes the documentation from the schema. */
  readonly readme?: string | undefined
  /** The descriptor by which others get the plugin. Default: `source`, unless that is a path on this machine. */
  readonly plugin?: string | undefined
}

export interface PackagePublication {
  readonly name: string
  readonly version: string
  /** `present`: the registry already had the same content. */
  readonly action: 'published' | 'present'
  readonly place: string
}

/**
 * Publishes the schema of a package, its documentation, and the source of its plugin, in a folder or to a registry.
 *
 * @throws Failure `package/local-source`, other `package/…`, and the failures of every installing command
 */
export async function publishPackage(
  slipway: Slipway,
  request: PublishPackageRequest,
  observe: Observer = ignore,
): Promise<PackagePublication> {
  const project = await findProject(slipway, request, 'looks', true)
  const registry = registryAt(slipway, project, request)
  const source = descriptorText(descriptorForOthers(slipway, request))
  // A missing file must be reported before anything is installed.
  const readme = request.readme === undefined ? undefined : textOf(resolve(slipway.cwd, request.readme))
  const { name, version, schema, plugin } = await findPackage(slipway, project, request, observe)
  const about = { name, version, plugin: { ...plugin, source }, parameters: request.parameters ?? [] }
  const files = {
    'schema.json': `${JSON.stringify(JSON.parse(schema), undefined, 2)}\n`,
    'README.md': readme ?? packageDocs(schema),
    'package.json': `${JSON.stringify(about, undefined, 2)}\n`,
  }
  return { name, version, action: await publishTo(registry, { name, version, files }), place: registry.place }
}

/** A path means nothing on other machines, and what is published never changes. So a path is refused before anything is published. */
function descriptorForOthers(slipway: Slipway, { source, plugin }: PublishPackageRequest): Descriptor {
  const text = plugin ?? source
  const descriptor = descriptorFrom(slipway, text)
  if (descriptor.form.form !== 'path') return descriptor
  throw new Failure('package/local-source', `others cannot get the plugin from ${text}, a path on this machine`, {
    hint: 'publish the plugin (slipway plugin publish, or push its repository), then name that place: --plugin github.com/acme/notes@1.0.0',
  })
}

function registryAt(
  { env, cwd }: Slipway,
  { settings }: Project,
  { to, stop, offline }: PublishPackageRequest,
): PackageRegistry {
  if (!/^https?:\/\//i.test(to)) return folderRegistry(resolve(cwd, to))
  const http = createHttpClient({
    env,
    signal: stop ?? new AbortController().signal,
    isOffline: offline === true,
    settings: { allowHttp: settings.flag('plugins', 'allowHttp'), httpTokens: settings.list('plugins', 'httpTokens') },
  })
  return serverRegistry(to, http)
}

/** In bytes. */
const largestReadme = 4 << 20

function textOf(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.length <= largestReadme) return text
  } catch (error) {
    throw new Failure(
      'cli/unreadable-file',
      `${shownPath(file)} cannot be read: ${systemWords(error) ?? messageOf(error)}`,
      {
        hint: 'name a file in Markdown with --readme, or leave it out',
        cause: error,
      },
    )
  }
  throw new Failure('cli/unreadable-file', `${shownPath(file)} has more than 4 MB`, {
    hint: 'name a shorter file with --readme',
  })
}
